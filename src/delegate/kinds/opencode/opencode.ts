import { isObject } from '../../../base/is-object.ts';
import { quoteWord } from '../../../base/quote-word.ts';
import { type AcpAgent, acpRunner } from '../../acp/acp-runner.ts';
import type { Fields } from '../../acp/peer.ts';
import { rulesMatter } from '../rules-matter.ts';
import { figuresOf } from './figures.ts';

/** `opencode acp`. */
export const opencode = acpRunner({
  kind: 'opencode',
  title: 'opencode',
  login: 'Run there: opencode auth login',
  hearsAtOnce: true,
  nameOf: ({ firstTitle }) => firstTitle,
  refusal: ({ title }) =>
    title === 'doom_loop' ? 'You have made the same call three times: it leads nowhere.' : undefined,
  async command({ env, config, assignment: { environment } }) {
    // Ours say nothing about another machine.
    const given = environment === undefined ? env.OPENCODE_CONFIG_CONTENT : undefined;
    return {
      args: ['opencode', 'acp'],
      env: {
        ...env,
        OPENCODE_CONFIG_CONTENT: withSettings(given, rulesMatter(config)),
      },
    };
  },
  chooseModel: (session, value) => session.request('session/set_config_option', { configId: 'model', value }),
  async figures(session, _end, place, ms) {
    const { cost } = session.transcript;
    const exported = await place.run(`opencode export ${quoteWord(session.id)} 2> /dev/null`, ms);
    return { ...modelIn(session.opened), ...(cost !== undefined && { cost }), ...figuresOf(exported) };
  },
} satisfies AcpAgent);

/** The one that it says a new session has. */
function modelIn({ configOptions }: Fields): { model?: string } {
  const options = Array.isArray(configOptions) ? configOptions.filter(isObject) : [];
  const model = options.find(({ id }) => id === 'model')?.currentValue;
  return typeof model === 'string' ? { model } : {};
}

/** What it is configured with besides its files. */
export function withSettings(given: string | undefined, asks: boolean): string {
  const config = readConfig(given);
  const experimental = isObject(config.experimental) ? config.experimental : {};
  return JSON.stringify({
    ...config,
    // A refused call would end its turn.
    experimental: { ...experimental, continue_loop_on_deny: true },
    // Before every call: by default it asks before hardly any.
    ...(asks && { permission: { '*': 'ask' } }),
  });
}

function readConfig(text = '{}'): Record<string, unknown> {
  try {
    const config: unknown = JSON.parse(text);
    return isObject(config) ? config : {};
  } catch {
    return {};
  }
}

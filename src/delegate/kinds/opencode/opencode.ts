import { isObject } from '../../../base/is-object.ts';
import { quoteWord } from '../../../base/quote-word.ts';
import { type AcpAgent, acpRunner } from '../../acp/acp-runner.ts';
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
  async command({ env, config }) {
    return {
      args: ['opencode', 'acp'],
      env: {
        ...env,
        OPENCODE_CONFIG_CONTENT: withSettings(env.OPENCODE_CONFIG_CONTENT, rulesMatter(config)),
      },
    };
  },
  chooseModel: (session, value) => session.request('session/set_config_option', { configId: 'model', value }),
  async figures(session, _end, place, ms) {
    const { cost } = session.transcript;
    const exported = await place.run(`opencode export ${quoteWord(session.id)} 2> /dev/null`, ms);
    return { ...(cost !== undefined && { cost }), ...figuresOf(exported) };
  },
} satisfies AcpAgent);

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

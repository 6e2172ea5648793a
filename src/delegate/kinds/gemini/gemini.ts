import { type AcpAgent, acpRunner } from '../../acp/acp-runner.ts';
import { rulesMatter } from '../rules-matter.ts';
import { figuresOf } from './figures.ts';

/** It asks before every call; of commands that only look, as it sees them, it goes on allowing some by itself. */
const ASK_ALWAYS = '[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 999\n';

/** `gemini --acp`. */
export const gemini = acpRunner({
  kind: 'gemini',
  title: 'Gemini CLI',
  login: 'Run gemini there once and log in, or set GEMINI_API_KEY.',
  // It would stop what it does for the next prompt.
  hearsAtOnce: false,
  // The tool's name is in the id, where the model has given none.
  nameOf: ({ id, kind }) => /^([a-z]\w*?)__/.exec(id)?.[1] ?? kind,
  async command({ env, config, assignment: { model } }, place) {
    const rules = rulesMatter(config) ? ['--admin-policy', await place.put('ask.toml', ASK_ALWAYS)] : [];
    const chosen = model === undefined ? [] : ['--model', model.replace(/^google\//, '')];
    return { args: ['gemini', '--acp', '--approval-mode', 'default', ...rules, ...chosen], env };
  },
  async figures({ id }, end, place, ms) {
    const chats = `"\${GEMINI_CLI_HOME:-$HOME}"/.gemini/tmp/*/chats/session-*-${id.slice(0, 8)}.jsonl`;
    return figuresOf(await place.run(`cat ${chats} 2> /dev/null`, ms), end?.answers ?? []);
  },
} satisfies AcpAgent);

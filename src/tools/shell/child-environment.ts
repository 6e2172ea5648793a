import { isAgentSecret } from './agent-secrets.ts';
import { mergeEnvironment } from './merge-environment.ts';
import type { Variables } from './variables.ts';

/** A pager would wait for keys that nobody presses. */
const noPager: Variables = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  GH_PAGER: 'cat',
  GLAB_PAGER: 'cat',
  BAT_PAGER: 'cat',
  DELTA_PAGER: 'cat',
  PSQL_PAGER: 'cat',
  AWS_PAGER: '',
};

/** Variables that describe the agent's terminal and shell, or its own process. */
const notInherited = new Set(
  'TERM COLUMNS LINES _ SHLVL PWD OLDPWD RINGBACK_PROCESS_ID RINGBACK_CAPTURE RINGBACK_CWD'.split(' '),
);

/** The environment of a session's commands, before what the session itself exported. */
export function childEnvironment(
  caller: Variables,
  login: Variables,
  options: { readonly pty: boolean; readonly pass: readonly string[] },
): Record<string, string> {
  const passes = (name: string) =>
    !notInherited.has(name) && (!isAgentSecret(name) || options.pass.includes(name));
  const inherited = Object.entries(mergeEnvironment(caller, login)).filter(([name]) => passes(name));
  return {
    ...Object.fromEntries(inherited),
    ...agentVariables(options.pty),
  };
}

/** Variables that every command of an agent gets, wherever it runs. */
export function agentVariables(pty: boolean): Variables {
  return { ...noPager, PYTHONUNBUFFERED: '1', TERM: pty ? 'xterm-256color' : 'dumb' };
}

import type { Variables } from './variables.ts';

/** The PATH of a shell without any settings. */
export const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The caller's variables, completed with those of a login shell. */
export function mergeEnvironment(caller: Variables, login: Variables): Variables {
  return { ...login, ...caller, PATH: mergePath(caller.PATH ?? '', login.PATH ?? '') || DEFAULT_PATH };
}

/**
 * An agent in an activated venv keeps it: entries before all common ones stay in front. One started by a desktop with a
 * bare PATH gets the login shell's, in its order.
 */
export function mergePath(caller: string, login: string): string {
  const own = entriesOf(caller);
  const common = new Set(entriesOf(login));
  const firstCommon = own.findIndex((entry) => common.has(entry));
  const front = firstCommon === -1 ? own : own.slice(0, firstCommon);
  return [...new Set([...front, ...common, ...own])].join(':');
}

function entriesOf(path: string): string[] {
  return path === '' ? [] : path.split(':');
}

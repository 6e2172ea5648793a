import { isShellVariable, type Variables } from './variables.ts';

/** How the commands of a session changed the environment they were given. */
export type Changes = { readonly set: Variables; readonly unset: readonly string[] };

export const noChanges: Changes = { set: {}, unset: [] };

export function changesBetween(given: Variables, after: Variables): Changes {
  const isNew = ([name, value]: [string, string]) => !isShellVariable(name) && given[name] !== value;
  return {
    set: Object.fromEntries(Object.entries(after).filter(isNew)),
    unset: Object.keys(given).filter((name) => !isShellVariable(name) && after[name] === undefined),
  };
}

export function joinChanges(earlier: Changes, later: Changes): Changes {
  const set = { ...earlier.set, ...later.set };
  for (const name of later.unset) delete set[name];
  const unset = [...earlier.unset, ...later.unset].filter((name) => set[name] === undefined);
  return { set, unset: [...new Set(unset)] };
}

export function applyChanges(given: Variables, changes: Changes): Record<string, string> {
  const env = { ...given, ...changes.set };
  for (const name of changes.unset) delete env[name];
  return env;
}

import { UsageError } from './usage-error.ts';

type Variables = Readonly<Record<string, string>>;

/** `NAME=VALUE` sets one, `NAME` hands on that of `own`. */
export function addVariables(to: Variables, words: readonly string[] = [], own: Variables): Variables {
  return { ...to, ...Object.fromEntries(words.map((word) => parseVariable(word, own))) };
}

function parseVariable(word: string, own: Variables): [string, string] {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  if (name === '') throw new UsageError(`--env wants NAME=VALUE or NAME, not '${word}'`);
  const value = equals < 0 ? own[name] : word.slice(equals + 1);
  if (value === undefined)
    throw new UsageError(`--env ${name}: it is not set here`, `Set it: --env ${name}=VALUE`);
  return [name, value];
}

import { UsageError } from '../usage-error.ts';

type Variables = Readonly<Record<string, string>>;

/** `NAME=VALUE` sets a variable, `NAME` copies it from `own`. */
export function addVariables(to: Variables, words: readonly string[] = [], own: Variables): Variables {
  return { ...to, ...Object.fromEntries(words.map((word) => parseVariable(word, own))) };
}

function parseVariable(word: string, own: Variables): [string, string] {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  if (name === '') throw new UsageError(`--env must be NAME=VALUE or NAME, not '${word}'`);
  const value = equals < 0 ? own[name] : word.slice(equals + 1);
  if (value === undefined)
    throw new UsageError(`--env ${name}: the variable is not set`, `Give a value: --env ${name}=VALUE`);
  return [name, value];
}

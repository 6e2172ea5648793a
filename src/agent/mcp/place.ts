import { join, resolve } from 'node:path';
import type { McpServerEntry } from '../../base/config.ts';
import { RingbackError } from '../../base/errors.ts';

type Variables = Readonly<Record<string, string>>;

/** A server as it is reached, with nothing left to fill in: two conversations with the same one share it. */
export type Place =
  | {
      readonly kind: 'program';
      readonly command: string;
      readonly args: readonly string[];
      /** Beside what it inherits. */
      readonly env: Variables;
      readonly cwd: string;
    }
  | { readonly kind: 'url'; readonly url: string; readonly headers: Variables };

/** `${NAME}` and `${NAME:-default}` are variables of the person: so no secret has to be in a file. */
export function placeOf(entry: McpServerEntry, folder: string, variables: Variables): Place {
  const fill = (text: string) => fillIn(text, variables);
  const fillAll = (texts: Variables = {}) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  if (entry.url !== undefined) return { kind: 'url', url: fill(entry.url), headers: fillAll(entry.headers) };
  const cwd = fill(entry.cwd ?? '.').replace(/^~(?=\/|$)/, variables.HOME ?? '~');
  return {
    kind: 'program',
    command: commandOf(fill(entry.command ?? ''), variables),
    args: (entry.args ?? []).map(fill),
    env: fillAll(entry.env),
    cwd: resolve(folder, cwd),
  };
}

function commandOf(command: string, { HOME }: Variables): string {
  return HOME !== undefined && command.startsWith('~/') ? join(HOME, command.slice(2)) : command;
}

function fillIn(text: string, variables: Variables): string {
  return text.replace(
    /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise: string | undefined) => {
      const value = variables[name] || otherwise;
      if (value === undefined)
        throw new RingbackError('bad_request', `the variable ${name} that it is to have is not set`);
      return value;
    },
  );
}

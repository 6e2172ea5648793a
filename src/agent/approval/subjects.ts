import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';

/** One thing that a call is to do, as patterns see it. */
export type Subject = {
  readonly text: string;
  /** What a shell is to run; undefined: it is not about a command. */
  readonly command?: string;
};

type Input = Readonly<Record<string, unknown>>;

/** What a call of each tool does. Of other people's tools: the arguments as JSON. */
export function subjectsOf(tool: string, input: unknown, folder: string): readonly Subject[] {
  const known = subjects[tool];
  if (!known || typeof input !== 'object' || input === null) return [{ text: JSON.stringify(input) ?? '' }];
  return known(input as Input, folder);
}

const subjects: Readonly<Record<string, (input: Input, folder: string) => readonly Subject[]>> = {
  /** The command, after where it runs unless that is in the folder, on this machine; and the one that tells whether it is ready. */
  terminal({ command, workdir, environment, ready }, folder) {
    const machine = typeof environment === 'string' && environment !== 'local' ? `${environment}: ` : '';
    const place = typeof workdir === 'string' ? inFolder(workdir, folder) : '';
    const where = place.startsWith('/') ? `in ${place}: ` : '';
    const probe = typeof ready === 'string' && ready.startsWith('!') ? [ready.slice(1)] : [];
    return [String(command ?? ''), ...probe].map((one) => {
      const trimmed = one.trim();
      return { text: `${machine}${where}${trimmed}`, command: trimmed };
    });
  },
  process({ action, data }) {
    return [{ text: [action, data].filter((one) => one !== undefined).join(' ') }];
  },
  execute_code: ({ code }) => [{ text: String(code ?? '') }],
  edit: ({ path }, folder) => [{ text: inFolder(String(path ?? ''), folder) }],
};

/** Relative where it is in the folder, else absolute: `..` leads nowhere unseen. */
function inFolder(path: string, folder: string): string {
  const full = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : resolve(folder, path);
  const inside = relative(folder, full);
  return inside === '..' || inside.startsWith('../') ? full : inside;
}

import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { isPlainCommand } from './shell.ts';

/** One thing that a call is to do, as patterns see it. */
export type Subject = {
  readonly text: string;
  /** What a shell is to run; undefined: it is not about a command. */
  readonly command?: string;
};

export type Where = {
  /** That of the conversation. */
  readonly folder: string;
  /** Where commands run since the last `cd`; undefined: in that folder. */
  readonly shellFolder?: string | undefined;
};

type Input = Readonly<Record<string, unknown>>;

/** What a call of each tool does. Of other people's tools: the arguments as JSON. */
export function subjectsOf(tool: string, input: unknown, where: Where): readonly Subject[] {
  const known = subjects[tool];
  if (!known || typeof input !== 'object' || input === null) return [{ text: JSON.stringify(input) ?? '' }];
  return known(input as Input, where);
}

const subjects: Readonly<Record<string, (input: Input, where: Where) => readonly Subject[]>> = {
  /** The command, after where it runs unless that is in the folder, on this machine; and the one that tells whether it is ready. */
  terminal(input, { folder, shellFolder }) {
    const { command, environment, ready } = input;
    const machine = isElsewhere(input) ? `${environment}: ` : '';
    const place = inFolder(runsIn(input, { folder, shellFolder }) ?? '', folder);
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
  edit: ({ path }, { folder }) => [{ text: inFolder(String(path ?? ''), folder) }],
};

/** Where a command of `terminal` runs; undefined: in the folder of the conversation, or the usual one elsewhere. */
export function runsIn(input: Input, { folder, shellFolder }: Where): string | undefined {
  const { workdir } = input;
  if (isElsewhere(input)) return typeof workdir === 'string' ? workdir : undefined;
  if (typeof workdir !== 'string') return shellFolder;
  return workdir.startsWith('~') ? workdir : resolve(shellFolder ?? folder, workdir);
}

/** Words after which a shell may be in another folder. Aliases and functions of the person's are not known. */
const MOVING = /^(cd|chdir|pushd|popd|source|\.|eval|builtin|command)$/;

/** Whether commands after this call may run in another folder: it is not known before it has ended. */
export function mayMove(tool: string, input: unknown): boolean {
  if (tool !== 'terminal' || typeof input !== 'object' || input === null) return false;
  const { command, background } = input as Input;
  if (background === true || isElsewhere(input as Input)) return false;
  const text = String(command ?? '').trim();
  return !isPlainCommand(text) || MOVING.test(text.split(' ')[0] ?? '');
}

function isElsewhere({ environment }: Input): boolean {
  return typeof environment === 'string' && environment !== 'local';
}

/** Relative where it is in the folder, else absolute: `..` leads nowhere unseen. */
function inFolder(path: string, folder: string): string {
  const full = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : resolve(folder, path);
  const inside = relative(folder, full);
  return inside === '..' || inside.startsWith('../') ? full : inside;
}

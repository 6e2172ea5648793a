import { existsSync } from 'node:fs';
import { isPosixShell } from '../keeper/shell-args.ts';

/** Looked up once: a start should not touch the disk for this. One that goes away later is `no_program`. */
const existing = new Map<string, boolean>();

/** The user's own shell where it is a POSIX one, else bash, else sh. */
export function chooseShell(env: Readonly<Record<string, string>>): string {
  const own = env.SHELL ?? '';
  if (own.startsWith('/') && isPosixShell(own) && exists(own)) return own;
  return exists('/bin/bash') ? '/bin/bash' : '/bin/sh';
}

function exists(path: string): boolean {
  const known = existing.get(path);
  if (known !== undefined) return known;
  const found = existsSync(path);
  existing.set(path, found);
  return found;
}

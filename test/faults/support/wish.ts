/** Where one of ours is to be killed: a line in a file, which goes with whoever dies. */
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const passed = new Map<string, number>();

/** `name[:n]`: at the n-th passing of that point; `program`: only of whoever runs that file. */
export function wishDeath(folder: string, name: string, program = ''): void {
  writeFileSync(fileIn(folder), `${crypto.randomUUID()} ${name} ${program}`);
}

/** True: nobody has died of it. */
export function takeBack(folder: string): boolean {
  try {
    unlinkSync(fileIn(folder));
    return true;
  } catch {
    return false;
  }
}

export function isWished(folder: string): boolean {
  return readWish(folder) !== '';
}

/** Of a program that is at that point. One dies of each wish. */
export function dieIfWished(name: string, folder = folderOfProgram()): void {
  const wish = readWish(folder);
  const [, wished, times = '1', program = ''] = /^\S+ (\S+?)(?::(\d+))? (\S*)$/.exec(wish) ?? [];
  if (wished !== name || !process.argv[1]?.endsWith(program)) return;
  const count = (passed.get(wish) ?? 0) + 1;
  passed.set(wish, count);
  if (count < Number(times) || !takeBack(folder)) return;
  process.kill(process.pid, 'SIGKILL');
}

function readWish(folder: string): string {
  try {
    return readFileSync(fileIn(folder), 'utf8');
  } catch {
    return '';
  }
}

function folderOfProgram(): string {
  const { argv } = process;
  return join(argv[argv.indexOf('--home') + 1] ?? '', 'work');
}

const fileIn = (folder: string) => join(folder, 'die-at');

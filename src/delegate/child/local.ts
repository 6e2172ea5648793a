import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { RingbackError } from '../../base/errors.ts';
import { withinMs } from '../../base/within-ms.ts';
import { type Child, type ChildCommand, type ChildEnd, LONGEST_LINE } from './child.ts';
import { readLines } from './read-lines.ts';

type Process = ChildProcessByStdio<Writable, Readable, Readable>;

const KEPT_STDERR_BYTES = 4096;
/** So long may it take to leave when it is asked to. */
const GRACE_MS = 5_000;
/** Something that it left behind may hold its output open for ever: the last of it is worth this much. */
const LAST_WORDS_MS = 1_000;

/** On this machine, in a group of its own. */
export async function startHere({ args, folder, env, hint }: ChildCommand): Promise<Child> {
  const [program, ...rest] = args;
  checkFolder(folder);
  const child = spawn(program, rest, { cwd: folder, env, detached: true, stdio: 'pipe' });
  // Whoever does not listen any more has ended, or will be ended.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  const stderr = keepLast(child.stderr);
  const hasEnded = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  hasEnded.catch(() => {});
  await whenSpawned(child, program, hint);
  const ended = hasEnded.then(async ([code, signal]): Promise<ChildEnd> => {
    setTimeout(() => child.stdout.destroy(), LAST_WORDS_MS).unref();
    await withinMs(LAST_WORDS_MS, stderr.isOver);
    child.stderr.destroy();
    return { code, signal, stderr: stderr.text() };
  });
  return {
    lines: readLines(untilDestroyed(child.stdout), LONGEST_LINE),
    ended,
    send: (line) => void (child.stdin.writable && child.stdin.write(`${line}\n`)),
    closeInput: () => void child.stdin.end(),
    interrupt: () => signalGroup(child, 'SIGINT'),
    end: () => endGroup(child, ended),
  };
}

function checkFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new RingbackError('no_folder', `There is no folder ${folder}.`);
}

async function whenSpawned(child: Process, program: string, hint: string): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'it is not installed, or not on the PATH' : message;
    throw new RingbackError('no_program', `${program} cannot be started: ${reason}.`, hint);
  }
}

function keepLast(stream: Readable) {
  let kept: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-KEPT_STDERR_BYTES);
  });
  const isOver = new Promise<void>((resolve) => stream.once('close', resolve));
  return { isOver, text: () => kept.toString() };
}

/** Its output, also when that is cut off: nothing more comes then. */
async function* untilDestroyed(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch {}
}

async function endGroup(child: Process, ended: Promise<ChildEnd>): Promise<ChildEnd> {
  child.stdin.end();
  if (child.exitCode === null && child.signalCode === null) {
    signalGroup(child, 'SIGTERM');
    await withinMs(GRACE_MS, ended);
  }
  signalGroup(child, 'SIGKILL');
  child.stdout.destroy();
  return ended;
}

function signalGroup({ pid }: Process, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Nobody of it is left.
  }
}

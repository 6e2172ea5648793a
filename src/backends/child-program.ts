import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { RingbackError } from '../base/errors.ts';
import type { Program, ProgramEnd } from './environment.ts';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const KEPT_STDERR_BYTES = 4096;
/** How long a child may take to leave after a hang-up, and then after each signal. */
const GRACE_MS = 2000;
/** Something it left behind may hold its stderr open for ever (ssh's master does): its last words are worth this much. */
const LAST_WORDS_MS = 100;

/** Runs a program on this machine and hands out the line to it: how places are reached that have a client program. */
export async function spawnProgram(
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly hint?: string } = {},
): Promise<Program> {
  const [program = '', ...rest] = args;
  // In a session of its own: a Ctrl-C meant for us must not end it, and it cannot ask for a password in our terminal.
  const child = spawn(program, rest, {
    cwd: '/',
    detached: true,
    env: options.env ?? process.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {}); // EPIPE: its end says the same
  child.stdout.on('error', () => {});
  const ended = watchEnd(child);
  await whenSpawned(child, program, options.hint);
  return { stdin: child.stdin, stdout: child.stdout, ended, close: () => hangUp(child) };
}

function whenSpawned(child: Child, program: string, hint?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'it is not installed, or not on the PATH' : error.message;
      reject(new RingbackError('no_program', `${program} cannot be started: ${reason}.`, hint));
    });
  });
}

function watchEnd(child: Child): Promise<ProgramEnd> {
  const stderr = keepLast(child.stderr);
  const isOver = new Promise<void>((resolve) => {
    child.stdout.once('end', resolve);
    child.stdout.once('close', resolve);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => child.pid === undefined && resolve({ code: null, stderr: error.message }));
    child.once('exit', async (code) => {
      const hasSpoken = Promise.race([stderr.isOver, pause(LAST_WORDS_MS)]);
      await Promise.all([isOver, hasSpoken]);
      child.stderr.destroy();
      resolve({ code, stderr: stderr.text() });
    });
  });
}

function keepLast(stream: Readable) {
  let kept: Buffer = Buffer.alloc(0);
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-KEPT_STDERR_BYTES);
  });
  const isOver = new Promise<void>((resolve) => stream.once('close', resolve));
  return { isOver, text: () => kept.toString() };
}

function hangUp(child: Child): void {
  child.stdin.end();
  const steps = [
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
    // Nobody may be reading any more, or what it left behind holds the pipe: it is over all the same.
    () => child.stdout.destroy(),
  ];
  const next = () => {
    if (hasLeft(child) && child.stdout.closed) return;
    // What was printed before the end may still be on its way to a slow reader.
    const step = hasLeft(child) ? steps.at(-1) : steps.shift();
    step?.();
    if (steps.length > 0) setTimeout(next, GRACE_MS).unref();
  };
  setTimeout(next, GRACE_MS).unref();
}

function hasLeft(child: Child): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

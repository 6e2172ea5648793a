import { RingbackError } from '../base/errors.ts';
import { unlessAborted } from '../base/unless-aborted.ts';
import type { Place, Program } from './environment.ts';

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  readonly input?: string | Uint8Array;
  /** The most that it may print; more is an error. */
  readonly limitBytes?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/** Runs a short program in a place and waits for its end. Any exit code is an answer; a line that breaks is an error. */
export async function runToEnd(
  place: Pick<Place, 'run'>,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome> {
  const { input, limitBytes = 1 << 20, timeoutMs = 60_000, signal } = options;
  const name = args[0] ?? '';
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new RingbackError('failed', `${name} gave no answer within ${timeoutMs / 1000} s.`)),
    timeoutMs,
  );
  const stop = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
  try {
    const program = await unlessAborted(place.run(args), stop, close);
    try {
      program.stdin.end(input);
      const stdout = await unlessAborted(collect(program, limitBytes, name), stop);
      const { code, stderr } = await unlessAborted(program.ended, stop);
      if (code !== null) return { code, stdout, stderr };
      throw new RingbackError('failed', `The connection broke while ${name} ran: ${lastLine(stderr)}`);
    } finally {
      close(program);
    }
  } finally {
    clearTimeout(timer);
  }
}

function close(program: Program): void {
  program.close();
  program.stdout.destroy();
}

async function collect(program: Program, limitBytes: number, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  program.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limitBytes)
      program.stdout.destroy(new RingbackError('failed', `${name} printed more than ${limitBytes} bytes.`));
    else chunks.push(chunk);
  });
  await new Promise<void>((resolve, reject) => {
    program.stdout.once('error', (error) => (error instanceof RingbackError ? reject(error) : resolve()));
    program.stdout.once('end', resolve);
    program.stdout.once('close', resolve);
  });
  return Buffer.concat(chunks).toString();
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() || 'no reason was given.';
}

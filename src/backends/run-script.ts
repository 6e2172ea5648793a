import { randomBytes } from 'node:crypto';
import { RingbackError } from '../base/errors.ts';
import { unlessAborted } from '../base/unless-aborted.ts';
import type { Place, Program } from './environment.ts';

/** Longer than the 10 s that a login shell gets. */
const PATIENCE_MS = 45_000;
const LIMIT_BYTES = 1 << 20;

/** Runs one of our scripts, whose first argument is its mark, and answers what it said. */
export async function runScript(
  place: Pick<Place, 'run'>,
  script: string,
  args: readonly string[],
  options: { readonly input?: Uint8Array; readonly signal?: AbortSignal } = {},
): Promise<ScriptAnswer> {
  const mark = `ringback-${randomBytes(12).toString('hex')}`;
  const signals = [AbortSignal.timeout(PATIENCE_MS), options.signal].filter((signal) => signal !== undefined);
  const stop = AbortSignal.any(signals);
  const starting = place.run(['/bin/sh', '-c', script, 'sh', mark, ...args]).catch((error) => {
    throw isAboutNoProgram(String(error?.message)) ? noShell(error.message) : error;
  });
  const program = await unlessAborted(starting, stop, ({ close }) => close());
  const giveUp = () => program.stdout.destroy();
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    if (stop.aborted) giveUp();
    program.stdin.end(options.input);
    const output = await readUntil(program, `${mark} end\0`);
    options.signal?.throwIfAborted();
    if (stop.aborted) throw new RingbackError('failed', `No answer for ${PATIENCE_MS / 1000} s.`);
    const answer = parseAnswer(output, mark);
    if (answer) return answer;
    throw await explainSilence(program, output, mark);
  } finally {
    stop.removeEventListener('abort', giveUp);
    program.close();
    program.stdout.destroy();
  }
}

/** Not until its end: something that a start-up file left running may hold the line for ever. */
function readUntil(program: Program, last: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let tail = '';
    const finish = () => resolve(Buffer.concat(chunks).toString());
    program.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      tail = (tail + chunk.toString('latin1')).slice(-last.length - chunk.length);
      if (tail.includes(last) || size > LIMIT_BYTES) finish();
    });
    program.stdout.on('error', finish);
    program.stdout.once('close', finish);
  });
}

async function explainSilence(program: Program, output: string, mark: string): Promise<Error> {
  program.close();
  const { code, stderr } = await program.ended;
  // Half of an answer is none, and says nothing about what is there.
  const hasBegun = output.includes(mark);
  const said = `${stderr}\n${hasBegun ? '' : output}`.trim().split('\n').at(-1)?.trim() ?? '';
  if (code === null || hasBegun)
    return new RingbackError('unreachable', `The connection broke: ${said || 'no reason was given'}.`);
  if (code === 127 || isAboutNoProgram(said)) return noShell(said);
  return new RingbackError(
    'failed',
    `No command could be run there: sh ended with ${code}${said && `, after: ${said}`}.`,
  );
}

function isAboutNoProgram(message: string): boolean {
  return /executable file not found|no such file or directory|not found/i.test(message);
}

function noShell(said: string): RingbackError {
  return new RingbackError(
    'no_program',
    `There is no /bin/sh in this place, which is needed to put the keeper there (${said}).`,
    'Use a place or an image with a shell: busybox is enough.',
  );
}

/** What one of our scripts said: its entries, and the environments that it reported. */
export type ScriptAnswer = {
  readonly facts: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string>>;
  readonly loginEnv: Readonly<Record<string, string>> | undefined;
};

/** Undefined when the script did not get to say all its facts. What comes before, between and after the marks is noise. */
export function parseAnswer(output: string, mark: string): ScriptAnswer | undefined {
  const begin = output.indexOf(`${mark} begin\0`);
  if (begin === -1) return undefined;
  const text = output.slice(begin);
  const said = between(text, `${mark} facts\0`, `${mark} facts-end\0`);
  if (said === undefined) return undefined;
  const facts = new Map(entriesOf(said));
  const login = between(text, `${mark} login\0`, `${mark} login-end\0`);
  return {
    facts,
    env: toEnv(between(text, `${mark} plain\0`, `${mark} facts\0`) ?? ''),
    loginEnv: login ? toEnv(login) : undefined,
  };
}

function between(text: string, first: string, last: string): string | undefined {
  const start = text.indexOf(first);
  if (start === -1) return undefined;
  const end = text.indexOf(last, start + first.length);
  return end === -1 ? undefined : text.slice(start + first.length, end);
}

function entriesOf(text: string): [string, string][] {
  return text
    .split('\0')
    .filter((entry) => entry.indexOf('=') > 0)
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
}

/** What belongs to the asking shell, not to the user. */
const OURS = new Set(['_', 'PWD', 'OLDPWD', 'SHLVL', 'RINGBACK_MARK', 'RINGBACK_PROBE']);

function toEnv(text: string): Record<string, string> {
  return Object.fromEntries(entriesOf(text).filter(([name]) => !OURS.has(name)));
}

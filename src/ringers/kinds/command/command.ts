import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import * as z from 'zod/mini';
import { described, filledText } from '../../../base/schema.ts';
import { defineRinger, type Rung } from '../../ringer.ts';

const schema = z.strictObject({
  command: described(filledText, 'A shell command; the text is its stdin, RINGBACK_RING_ID its id.'),
  timeout: z._default(described(z.coerce.number().check(z.gte(1), z.lte(3600)), 'Seconds it may take.'), 60),
});

type Settings = z.output<typeof schema>;

/** Of sysexits: try again later. */
const EX_TEMPFAIL = 75;
const COMPLAINT_CHARACTERS = 500;
const LAST_WORDS_MS = 200;

type End = { readonly code: number | null; readonly killedBy: string | null; readonly complaint: string };

/** Anything that can be started: exit code 0 is an admission, 75 (EX_TEMPFAIL) asks for another try. */
export const commandRinger = defineRinger<Settings>({
  kind: 'command',
  summary: 'runs a command with the text on its stdin',
  idempotent: 'none',
  schema,
  async ring({ command, timeout }, { id, session, text }, signal): Promise<Rung> {
    const env = { ...process.env, RINGBACK_RING_ID: id, RINGBACK_SESSION: session };
    const stop = AbortSignal.any([signal, AbortSignal.timeout(timeout * 1000)]);
    const { code, killedBy, complaint } = await run(command, { env, text, stop });
    const told = complaint.trim() && `: ${complaint.trim()}`;
    if (code === 0) return { outcome: 'admitted' };
    // Ended in the middle: what it did by then is not known.
    if (stop.aborted && !signal.aborted)
      return { outcome: 'unknown', reason: `the command took longer than ${timeout} s and was ended${told}` };
    if (code === null)
      return { outcome: 'unknown', reason: `the command was ended by ${killedBy ?? 'us'}${told}` };
    return {
      outcome: 'refused',
      reason: `the command ended with ${code}${told}`,
      isPermanent: code !== EX_TEMPFAIL,
    };
  },
  async check({ command }) {
    accessSync('/bin/sh', constants.X_OK);
    return [{ name: 'command', isFine: true, detail: command }];
  },
});

/** To its own end: what it has left in the background may hold its pipes for days. */
function run(
  command: string,
  { env, text, stop }: { env: NodeJS.ProcessEnv; text: string; stop: AbortSignal },
): Promise<End> {
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  // A group of its own, so that it can be ended with what it started.
  const child = spawn('/bin/sh', ['-c', command], { env, stdio: ['pipe', 'ignore', 'pipe'], detached: true });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  if (stop.aborted) end();
  stop.addEventListener('abort', end);
  let complaint = '';
  child.stdin.on('error', () => {}).end(text);
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-COMPLAINT_CHARACTERS);
  });
  child.on('error', reject);
  child.on('exit', (code, killedBy) => {
    const finish = () => {
      child.stderr.destroy();
      resolve({ code, killedBy, complaint });
    };
    // What it printed last may still be in the pipe.
    child.stderr.once('close', finish);
    setTimeout(finish, LAST_WORDS_MS);
  });
  return promise.finally(() => stop.removeEventListener('abort', end));
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import * as z from 'zod/mini';
import { defineRinger, type Rung } from '../ringer.ts';

const schema = z.strictObject({
  command: z
    .string()
    .check(z.minLength(1), z.describe('A shell command; the text is its stdin, RINGBACK_RING_ID its id.')),
  /** Seconds. */
  timeout: z._default(z.coerce.number().check(z.gte(1), z.lte(3600), z.describe('Seconds it may take.')), 60),
});

type Settings = z.output<typeof schema>;

/** Anything that can be started: exit code 0 is an admission, 75 (EX_TEMPFAIL) asks for another try. */
export const commandRinger = defineRinger<Settings>({
  kind: 'command',
  summary: 'runs a command with the text on its stdin',
  idempotent: 'none',
  schema,
  async ring({ command, timeout }, { id, session, text }, signal): Promise<Rung> {
    const env = { ...process.env, RINGBACK_RING_ID: id, RINGBACK_SESSION: session };
    const stop = AbortSignal.any([signal, AbortSignal.timeout(timeout * 1000)]);
    const child = spawn('/bin/sh', ['-c', command], { env, stdio: ['pipe', 'ignore', 'pipe'], signal: stop });
    child.stdin.on('error', () => {}).end(text);
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk).slice(-500);
    });
    try {
      const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
      if (code === 0) return { outcome: 'admitted' };
      const reason = `the command ended with ${code ?? killedBy}${complaint && `: ${complaint.trim()}`}`;
      return { outcome: 'refused', reason, isPermanent: code !== 75 };
    } catch (error) {
      // Ended in the middle: what it did by then is not known.
      return { outcome: 'unknown', reason: (error as Error).message };
    }
  },
  async check({ command }) {
    accessSync('/bin/sh', constants.X_OK);
    return [{ name: 'command', isFine: true, detail: command }];
  },
});

import { execFile } from 'node:child_process';
import { type ExitRecord, parseExit } from './exit.ts';
import { numberField, parseRecord } from './record.ts';

/** What is left of a process whose keeper is dead; only the keeper program may say so, or signal it (promise 4). */
export type OfflineState = 'running' | 'ended' | 'detached' | 'lost' | 'unstarted' | 'unknown';

export type OfflineStatus = { readonly state: OfflineState; readonly exit: ExitRecord | undefined };

export async function offlineStatus(program: string, keep: string): Promise<OfflineStatus> {
  await turn();
  const fields = parseRecord(await run(program, ['status', keep]).finally(passOn), '\n');
  const state = fields.get('state') ?? '';
  return {
    state: isOfflineState(state) ? state : 'unknown',
    exit: fields.has('complete') ? parseExit(fields) : undefined,
  };
}

/** Hundreds of keepers may have died at once: they are asked about a few at a time. */
const AT_ONCE = 8;
let asking = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  if (asking >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else asking += 1;
}

/** The next one takes over this one's place. */
function passOn(): void {
  const next = waiting.shift();
  if (next) next();
  else asking -= 1;
}

export type OfflineKill = { readonly killed: number; readonly survivors: readonly number[] };

export async function offlineKill(
  program: string,
  keep: string,
  graceMs: number,
  source: string,
): Promise<OfflineKill> {
  const output = await run(program, ['kill', keep, '--grace', String(graceMs), '--source', source]);
  const fields = parseRecord(output, '\n');
  return { killed: numberField(fields, 'killed') ?? 0, survivors: parsePids(fields.get('survivors')) };
}

/** Resolves once the command of a dead keeper is gone. */
export async function offlineAwait(program: string, keep: string, signal: AbortSignal): Promise<void> {
  await run(program, ['await', keep], signal);
}

export function parsePids(text: string | undefined): number[] {
  return (text ?? '').split(',').filter(Boolean).map(Number);
}

function isOfflineState(state: string): state is OfflineState {
  return ['running', 'ended', 'detached', 'lost', 'unstarted'].includes(state);
}

/** Its exit code says nothing that its record does not. Ends early, with what was printed, when aborted. */
function run(program: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: '/', ...(signal && { signal }) }, (_error, stdout) => resolve(stdout));
  });
}

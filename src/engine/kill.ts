import { RingbackError } from '../base/errors.ts';
import type { KillAnswer } from '../keeper/kill-answer.ts';
import { backendOf, type Context, getSnapshot } from './context.ts';
import { mayHaveLeftSomething } from './left-behind.ts';
import { isEnded } from './life.ts';
import type { LiveProcess } from './live-process.ts';
import { preview } from './preview.ts';
import { reconcile } from './reconcile.ts';
import type { ProcessSnapshot, TerminationSource } from './types.ts';

export type KillResult = KillAnswer & {
  readonly status: 'killed' | 'already_exited';
  readonly process: ProcessSnapshot;
  /** Last 1,000 characters. */
  readonly output: string;
};

export type KillOptions = { readonly graceMs?: number; readonly source?: TerminationSource };

/** What was confirmed, not what was hoped (promise 5). */
type Confirmed = KillAnswer & { readonly hasEnded?: boolean };

/** Ends the whole tree of a process; of an ended one, what it left behind (promise 6). */
export async function kill(context: Context, id: string, options: KillOptions = {}): Promise<KillResult> {
  const graceMs = options.graceMs ?? context.config.killGraceMs;
  const source = options.source ?? 'process.kill';
  await context.starting.get(id)?.catch(() => {});
  const wasEnded = isEnded(getSnapshot(context, id).life);
  const confirmed = wasEnded
    ? await killLeftBehind(context, id, graceMs, source)
    : await killLive(context, id, graceMs, source);
  return {
    status:
      wasEnded && confirmed.killed === 0 && confirmed.survivors.length === 0 ? 'already_exited' : 'killed',
    process: getSnapshot(context, id),
    output: preview(context, id, context.config.killOutputCharacters),
    killed: confirmed.killed,
    survivors: confirmed.survivors,
  };
}

async function killLive(
  context: Context,
  id: string,
  graceMs: number,
  source: TerminationSource,
): Promise<Confirmed> {
  for (;;) {
    const live = context.live.get(id);
    if (!live) return { killed: 0, survivors: [] };
    // Nothing is found out any more: this would go on for ever.
    if (context.closing.aborted) throw new RingbackError('gone', 'The engine was closed during the kill.');
    if (!live.keeper) {
      const confirmed = await killDetached(context, live, graceMs, source);
      // A job that began while it was to be cancelled has a keeper now.
      if (context.live.get(id) !== live || !live.keeper) return confirmed;
      continue;
    }
    const confirmed = await askToKill(context, id, graceMs, source);
    // The push of its end may still be on its way; its keep has it already.
    if (confirmed?.hasEnded && context.live.get(id) === live) await hearEnd(context, live);
    if (confirmed) return confirmed;
    // It died meanwhile. What had fled from the command and is left must not be forgotten with it (promise 5); what
    // became of the process is found out, then this goes on with that.
    const wasConnected = await isConnected(live);
    const swept = await sweep(live, graceMs, source);
    const { kind } = await reconcile(context, live);
    if (context.live.get(id) !== live) return swept;
    // Of a keeper that was killed a moment ago the connection does not know yet; the kernel does.
    if (wasConnected && kind === 'running')
      throw new RingbackError('failed', `The keeper of ${id} did not answer the kill.`);
  }
}

async function hearEnd(context: Context, live: LiveProcess): Promise<void> {
  if (live.backend.hearEnd) await live.backend.hearEnd(live.id);
  else await reconcile(context, live);
}

async function isConnected(live: LiveProcess): Promise<boolean> {
  const keeper = await live.keeper?.catch(() => undefined);
  return keeper !== undefined && !keeper.isClosed;
}

/** Its exit status is nobody's to know any more; that it was killed, and by whom, is. */
async function killDetached(
  context: Context,
  live: LiveProcess,
  graceMs: number,
  source: TerminationSource,
): Promise<Confirmed> {
  const confirmed = await sweep(live, graceMs, source);
  if (confirmed.survivors.length === 0 && context.live.get(live.id) === live) await reconcile(context, live);
  return confirmed;
}

/** Without its keeper. Said before: whoever sees its end meanwhile records whose doing that was. */
async function sweep(live: LiveProcess, graceMs: number, source: TerminationSource): Promise<Confirmed> {
  live.killedBy = source;
  const confirmed = await live.backend.kill(live.id, graceMs, source);
  // It was gone before.
  if (confirmed.killed === 0 && confirmed.survivors.length === 0) live.killedBy = undefined;
  return confirmed;
}

async function killLeftBehind(
  context: Context,
  id: string,
  graceMs: number,
  source: string,
): Promise<Confirmed> {
  if (!mayHaveLeftSomething(getSnapshot(context, id))) return { killed: 0, survivors: [] };
  const backend = backendOf(context, id);
  const confirmed = await askToKill(context, id, graceMs, source);
  // The keeper has left, and so has everything it kept; unless it was killed.
  return confirmed ?? backend.kill(id, graceMs, source);
}

/** On a connection of its own: a keeper answers one kill per client, and two may be under way. */
function askToKill(
  context: Context,
  id: string,
  graceMs: number,
  source: string,
): Promise<Confirmed | undefined> {
  return backendOf(context, id).visit(id, (keeper) => keeper.kill(graceMs, source));
}

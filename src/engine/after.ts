import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import type { Started } from '../keeper/started.ts';
import { type AfterDecision, decideAfter } from './after-decision.ts';
import { acknowledge } from './connect.ts';
import { backendOf, type Context } from './context.ts';
import { isEnded } from './life.ts';
import type { LiveProcess } from './live-process.ts';
import { resolve } from './resolve.ts';
import { toSnapshot } from './row.ts';

/** A keep from before this database, with a damaged spec. */
const notKnown: AfterDecision = { kind: 'never', why: 'what it was to wait for is not known any more' };

/** Full ids of those that a start waits for. They must exist: so nobody can wait for himself, in however many steps. */
export function resolveAfter(context: Context, after: readonly string[] = []): readonly string[] {
  return [...new Set(after.map((idOrName) => resolve(context, idOrName)))];
}

export function decide(context: Context, after: readonly string[]): AfterDecision {
  return decideAfter(after, (id) => {
    const row = context.rows.get(id);
    return row && toSnapshot(row);
  });
}

/** Whether somebody has to begin, or to be told that he never will, because of this one. */
export function isWaitedFor(context: Context, id: string): boolean {
  for (const { after } of context.live.values()) if (after?.includes(id)) return true;
  return false;
}

/** It ended, is ready, or will never be: resolves when whoever waited only for that has begun. */
export async function settleSuccessors(context: Context, id: string): Promise<void> {
  const waiting = [...context.live.values()].filter(({ after }) => after?.includes(id));
  await Promise.all(waiting.map((live) => settle(context, live)));
}

/**
 * Looks whether one that waits may begin, or never can. That is asked of its keeper, who does it once (promise 1); if we die
 * before it answers, the keeper of the last one that it waited for has not been told that its end was seen, and wakes the
 * next daemon (promise 15). A keeper that cannot be asked now is asked when it is there again.
 */
export async function settle(context: Context, live: LiveProcess): Promise<void> {
  // Its start is under way: whoever it waits for stays until it has a keeper to ask.
  if (live.after && !live.keeper) await context.starting.get(live.id)?.catch(() => {});
  const { after } = live;
  if (!after || context.closing.aborted) return;
  const decision: AfterDecision = after.length === 0 ? notKnown : decide(context, after);
  live.waitingFor = decision.kind === 'wait' ? decision.waitingFor : [];
  if (decision.kind === 'wait') return;
  const done = context.reminder.need();
  try {
    const keeper = await live.keeper;
    if (!keeper) return;
    failpoint('after:before-ask');
    if (decision.kind === 'never') await keeper.drop(decision.why);
    else await keeper.begin((started) => recordBegin(context, live, started));
    failpoint('after:end');
  } catch {
    // It went, or is out of reach: whoever finds it again comes here again.
  } finally {
    done();
  }
}

/** Before anything else that its keeper says is looked at: it may have ended already. */
function recordBegin(context: Context, live: LiveProcess, started: Started): void {
  const { after } = live;
  failpoint('after:before-record');
  void untilStored(
    () => context.closing.aborted,
    () => acknowledge(context, live, started),
  );
  letGo(context, after);
}

/** Nobody waits for these any more. Their ends may have been recorded by an engine that died before it could say so. */
export function letGo(context: Context, after: readonly string[] = []): void {
  for (const id of after) {
    const row = context.rows.get(id);
    if (row && isEnded(toSnapshot(row).life) && !isWaitedFor(context, id))
      void backendOf(context, id).seen(id);
  }
}

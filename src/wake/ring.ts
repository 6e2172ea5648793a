import { failpoint } from '../base/failpoint.ts';
import type { WakeUpEvent } from '../wire/events.ts';
import type { WirePart } from '../wire/wake.ts';
import type { WakeContext } from './context.ts';
import { describeEvery } from './describe.ts';
import { formatPart, judge, type Part } from './policy/barrier.ts';
import { explainLate } from './policy/late.ts';
import { nextDue } from './policy/schedule.ts';
import type { Outcome, PartRow, WakeUp } from './rows.ts';

/** Its time has come. Ring and the fact that it rang are one transaction, in which this is called (promise 20). */
export function ringAtTime(context: WakeContext, wakeUp: WakeUp): void {
  const { spec, dueAt } = wakeUp;
  if (spec.kind === 'when' || dueAt === null) return;
  const { clock, notifier, redactor } = context;
  const now = clock.now();
  const next = nextDue(spec, dueAt, now);
  const isRepeated = spec.kind === 'every';
  // Who was away for a week is told once, not once for each time.
  const untold = isRepeated ? notifier.supersede(`wake_up:${wakeUp.id}`) : [];
  const missed = untold.reduce((sum, { event }) => sum + 1 + missedIn(event), next.missed);
  const every = describeEvery(spec);
  ring(context, wakeUp, {
    due_at: dueAt,
    ...explainLate(dueAt, now, clock.past),
    ...(every !== undefined && { every: redactor.redact(every) }),
    ...('zone' in spec && { tz: spec.zone }),
    ...(missed > 0 && { missed }),
    ...(next.dueAt !== undefined && { next_at: next.dueAt }),
  });
}

function missedIn(event: object): number {
  return 'missed' in event && typeof event.missed === 'number' ? event.missed : 0;
}

/** Something that wake-ups wait for has happened, or can no longer: those that are decided by it ring. */
export function settleParts(
  context: WakeContext,
  what: Part['what'],
  name: string,
  outcomeOf: (row: PartRow) => Outcome | null,
): void {
  const { rows } = context;
  for (const row of rows.openParts(what, name)) {
    const outcome = outcomeOf(row);
    if (!outcome) continue;
    rows.settlePart(row, outcome);
    ringIfDecided(context, row.wakeup);
  }
}

export function ringIfDecided(context: WakeContext, id: string): void {
  const { rows } = context;
  const wakeUp = rows.get(id);
  if (wakeUp?.state !== 'pending' || wakeUp.spec.kind !== 'when') return;
  const parts = rows.parts(id);
  const judgement = judge(
    wakeUp.spec.mode,
    parts.map(({ outcome }) => outcome?.state ?? 'waiting'),
  );
  if (judgement === 'waiting') return;
  ring(context, wakeUp, {
    due_at: 0,
    mode: wakeUp.spec.mode,
    ...(judgement === 'impossible' && { is_impossible: true }),
    parts: parts.map(toWirePart),
  });
}

export function toWirePart({ part, command, outcome }: PartRow): WirePart {
  return {
    part: formatPart(part),
    ...(command !== null && { command }),
    ...(outcome ?? { state: 'waiting' }),
  };
}

/** Whoever waits for it is told that it will never ring. */
export function tellCancelled(context: WakeContext, wakeUp: WakeUp): void {
  tell(context, wakeUp, { due_at: wakeUp.dueAt ?? 0, is_impossible: true, is_cancelled: true });
}

type Details = Omit<WakeUpEvent, 'type' | 'session_key' | 'wake_id' | 'kind' | 'note' | 'set_at' | 'at'>;

function ring(context: WakeContext, wakeUp: WakeUp, details: Details): void {
  const { id } = wakeUp;
  const { rows, clock } = context;
  const now = clock.now();
  failpoint('wake:before-ring');
  if (details.next_at === undefined) rows.settle(id, 'fired', now);
  else rows.repeat(id, details.next_at, now);
  tell(context, wakeUp, details);
  failpoint('wake:after-ring');
  settleParts(context, 'wakeup', id, () => ({ state: 'happened', at: now }));
}

function tell(
  { notifier, clock }: WakeContext,
  { id, session, spec, note, createdAt }: WakeUp,
  details: Details,
): void {
  const at = clock.now();
  const known = { type: 'wake_up' as const, session_key: session, wake_id: id, kind: spec.kind, note };
  notifier.say({ ...known, set_at: createdAt, at, ...details }, createdAt);
}

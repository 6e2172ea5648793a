import type { WakeUpEvent } from '../../../src/wire/events.ts';
import type { PlannedWakeUp } from './plan-wake-ups.ts';
import type { Remains, Row } from './remains.ts';

/** Promise 20: each rang once, and one that repeats once for each of its times. */
export function checkWakeUps(remains: Remains): void {
  const { plan, wakeUps, ledger } = remains;
  remains.equal(wakeUps.size, plan.wakeUps.length, 'every planned wake-up was set once');
  for (const planned of plan.wakeUps) checkOne(remains, planned);
  const planned = new Set(plan.wakeUps.map(({ id }) => id));
  for (const row of ledger)
    if (row.type === 'wake_up') remains.expect(planned.has(eventOf(row).wake_id), 'nobody set this', row);
}

function checkOne(remains: Remains, planned: PlannedWakeUp): void {
  const { id, kind, session } = planned;
  const set = remains.wakeUps.get(id);
  const rung = remains.about(id, 'wake_up');
  const equal = (actual: unknown, expected: unknown, what: string) =>
    remains.equal(actual, expected, `${what} of ${id}`, planned, ...remains.story(id));
  equal(set?.rings, rung.length, 'rings that it counts, and notifications');
  for (const row of rung) equal(row.session, session, 'the session');
  if (kind === 'last') {
    equal([set?.state, rung.length], ['cancelled', 0], 'end and rings');
    return;
  }
  if (kind === 'every') {
    equal(set?.state, 'cancelled', 'the end');
    if (rung.length > 0) checkRepeated(planned, set?.created_at ?? 0, rung, equal);
    return;
  }
  equal([set?.state, rung.length], ['fired', 1], 'end and rings');
  for (const row of rung) equal(row.state, 'delivered', 'the state');
  const [event] = rung.map(eventOf);
  if (planned.parts.length === 0 || !event) return;
  const decided = event.parts?.filter(({ state }) => state !== 'waiting').length ?? 0;
  if (kind === 'all' && !event.is_impossible) equal(decided, event.parts?.length, 'parts that had happened');
  else equal(decided > 0, true, 'some part decided it');
}

/** Told or counted as missed: each of its times once. */
function checkRepeated(
  { seconds }: PlannedWakeUp,
  createdAt: number,
  rung: readonly Row[],
  equal: (actual: unknown, expected: unknown, what: string) => void,
): void {
  const events = rung.map(eventOf);
  const first = createdAt + seconds * 1000;
  const nexts = events.map(({ next_at = 0 }) => next_at);
  equal(
    events.map(({ due_at }) => due_at),
    [first, ...nexts.slice(0, -1)],
    'its times, one after the other',
  );
  const told = rung.filter((row) => row.rule !== 'superseded').map(eventOf);
  const counted = told.reduce((sum, { missed = 0 }) => sum + 1 + missed, 0);
  equal(
    counted,
    ((nexts.at(-1) ?? 0) - first) / (seconds * 1000),
    'times that were told or counted as missed',
  );
}

function eventOf(row: Row): WakeUpEvent {
  return JSON.parse(row.payload) as WakeUpEvent;
}

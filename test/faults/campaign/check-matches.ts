import type { WatchState } from '../../../src/notify/policy/types.ts';
import type { OverflowReleasedEvent, WatchDisabledEvent, WatchMatchEvent } from '../../../src/wire/events.ts';
import { isLax, type Planned } from './plan.ts';
import type { Remains } from './remains.ts';

/** Every match was said or dropped by a rule, and the numbers add up. */
export function checkMatches(remains: Remains, planned: Planned, id: string): void {
  const watch = remains.watches.get(id);
  remains.expect(watch !== undefined, `${id} was not watched`, planned);
  if (!watch) return;
  const said = eventsOf<WatchMatchEvent>(remains, id, 'watch_match');
  const disabled = eventsOf<WatchDisabledEvent>(remains, id, 'watch_disabled');
  const released = remains.ledger
    .filter((row) => row.type === 'watch_overflow_released')
    .flatMap((row) => (JSON.parse(row.payload) as OverflowReleasedEvent).processes)
    .filter((one) => one.session_id === id);
  const { outcomes } = watch;
  const equal = (actual: unknown, expected: unknown, what: string) =>
    remains.equal(actual, expected, `${what}, of ${id} (${planned.kind})`, watch, said, disabled, released);
  equal(watch.phase, 'ended', 'the phase of the watch');
  equal(said.length, outcomes.said, 'said');
  equal(sum([...said, ...disabled]) + watch.suppressed, outcomes.spacing, 'dropped by the spacing');
  equal(sum(released), outcomes.breaker_session + outcomes.breaker_all, 'dropped by a breaker');
  equal(outcomes.after_end, 0, 'said after the end');
  if (outcomes.disabled > 0) equal(disabled.length, 1, 'told that it is watched no more');
  checkLines(remains, planned, said, outcomes, equal);
}

/** No line is in two matches; and where no rule drops any, each is in one. */
function checkLines(
  remains: Remains,
  planned: Planned,
  said: readonly WatchMatchEvent[],
  outcomes: WatchState['outcomes'],
  equal: (actual: unknown, expected: unknown, what: string) => void,
): void {
  const { matches = 0 } = planned;
  const hasLaxRules = isLax(remains.plan);
  let next = 1;
  let told = 0;
  for (const { output, matched_lines } of said) {
    const first = Number(/^MATCH (\d+)/.exec(output)?.[1]);
    equal(first >= next, true, `line ${first} was not counted before`);
    if (hasLaxRules) equal(first, next, 'the next line, none left out');
    next = first + matched_lines;
    told += matched_lines;
  }
  equal(next <= matches + 1, true, `no line was counted that was never printed (up to ${next})`);
  const dropped = Object.entries(outcomes).reduce((all, [name, n]) => all + (name === 'said' ? 0 : n), 0);
  if (hasLaxRules) equal(dropped, 0, 'dropped');
  // What was printed behind the back of a killed keeper is nowhere.
  if (dropped === 0 && !remains.isLost(remains.started.get(planned.id) ?? ''))
    equal(told, matches, 'lines that were told');
  equal(told + dropped <= matches, true, 'a dropped match is at least one line');
}

function eventsOf<Event>(remains: Remains, id: string, type: string): Event[] {
  return remains.about(id, type).map((row) => JSON.parse(row.payload) as Event);
}

function sum(some: readonly { readonly suppressed: number }[]): number {
  return some.reduce((all, { suppressed }) => all + suppressed, 0);
}

import type { OverflowReleasedEvent } from '../../../src/wire/events.ts';
import { checkMatches } from './check-matches.ts';
import { checkTold } from './check-told.ts';
import { checkWakeUps } from './check-wake-ups.ts';
import type { Entry, Told } from './journal.ts';
import type { Plan, Planned } from './plan.ts';
import { Remains, type Row } from './remains.ts';

type Given = Extract<Entry, { readonly what: 'given' }>;

/** Journals and ledger are written by one clock, but not in one instant. */
const CLOCK_MS = 20;

export type Findings = {
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

/** Reads what is left of a round and says what is wrong in it (promises 11 to 14, 19, 20). */
export function checkRound(folder: string, plan: Plan, killedKeepers: number): Findings {
  const remains = new Remains(folder, plan);
  checkFinalStates(remains);
  checkDeliveries(remains);
  checkOverflows(remains);
  remains.equal(remains.processes.size, plan.processes.length, 'every planned process runs once');
  const lost = [...remains.processes.keys()].filter((id) => remains.isLost(id));
  remains.expect(
    lost.length <= killedKeepers,
    `lost are those whose keeper was killed, ${killedKeepers}`,
    lost,
  );
  for (const planned of plan.processes) {
    const id = remains.started.get(planned.id) ?? '';
    remains.expect(id !== '', `${planned.id} was never started`, planned);
    checkCompletion(remains, planned, id);
    if (planned.watchPatterns) checkMatches(remains, planned, id);
    checkTold(remains, planned, id);
  }
  checkWakeUps(remains);
  return { violations: remains.violations, counts: countAll(remains) };
}

/** Promise 12: each that was written is told, or it is known why not. */
function checkFinalStates(remains: Remains): void {
  const reasons: Readonly<Record<string, (row: Row) => boolean>> = {
    after_completion: ({ process_id }) => {
      const [completion] = remains.about(process_id ?? '', 'completion');
      return completion !== undefined && completion.state !== 'suppressed';
    },
    passed_by: ({ type, payload }) => type === 'needs_input' || type === 'quiet' || isBeat(payload),
    superseded: ({ type, payload }) =>
      (type === 'wake_up' && payload.includes('"kind":"every"')) || isBeat(payload),
  };
  for (const row of remains.ledger) {
    const isSuppressed = row.state === 'suppressed';
    remains.expect(['delivered', 'consumed', 'suppressed'].includes(row.state), 'left open', row);
    if (isSuppressed)
      remains.expect(reasons[row.rule ?? '']?.(row) ?? false, 'suppressed for no reason', row);
  }
}

function isBeat(payload: string): boolean {
  return 'heartbeat' in (JSON.parse(payload) as object);
}

/** Promise 13: what a subscriber really got. */
function checkDeliveries(remains: Remains): void {
  const { plan, ledger, journal, started } = remains;
  const rows = new Map(ledger.map((row) => [row.id, row]));
  const sessionOf = new Map(plan.processes.map(({ id, session }) => [started.get(id) ?? id, session]));
  const acknowledged = new Set<string>();
  /** Processes whose completion was delivered or consumed. */
  const over = new Set<string | null>();
  const given = new Set<string>();
  /** When each turn first came, by what is in it. */
  const turns = new Map<string, number>();
  for (const entry of journal) {
    if (entry.what === 'consumed') over.add(entry.processId);
    if (entry.what === 'acknowledged') {
      for (const id of entry.ids) {
        acknowledged.add(id);
        const row = rows.get(id);
        if (row?.type === 'completion') over.add(row.process_id);
      }
    }
    if (entry.what !== 'given') continue;
    for (const { id, type, processId } of entry.told) {
      const row = rows.get(id);
      const story = () => [entry, row, ...(processId ? remains.story(processId) : [])];
      const expect = (isRight: boolean, what: string) =>
        isRight || remains.expect(false, `${id} (${type}) ${what}`, ...story());
      given.add(id);
      expect(row !== undefined, 'is not in the ledger');
      if (!row) continue;
      expect(entry.session === row.session, 'went to another session');
      if (processId)
        expect(entry.session === sessionOf.get(processId), 'is not of the session of its process');
      expect(!acknowledged.has(id), 'came again after its acknowledgement');
      // A turn comes again to the letter as long as something in it is open, also with what its session learned meanwhile.
      const isRepeat = type === 'completion' && row.state === 'consumed' && isOwedAgain(entry, id);
      expect(isRepeat || entry.at <= row.settled_at + CLOCK_MS, `came again after it was ${row.state}`);
      expect(isRepeat || !processId || !over.has(processId), 'came after the completion');
    }
    if (!turns.has(nameOf(entry))) turns.set(nameOf(entry), entry.at);
  }

  function isOwedAgain(turn: Given, id: string): boolean {
    const before = turns.get(nameOf(turn));
    const settledAt = rows.get(id)?.settled_at ?? 0;
    const isOpen = ({ id: other }: Told) =>
      other !== id && !acknowledged.has(other) && turn.at <= (rows.get(other)?.settled_at ?? 0) + CLOCK_MS;
    return before !== undefined && before <= settledAt + CLOCK_MS && turn.told.some(isOpen);
  }
  for (const row of ledger)
    if (row.state === 'delivered') remains.expect(given.has(row.id), 'delivered, and reached nobody', row);
}

function nameOf({ session, told }: Given): string {
  return [session, ...told.map(({ id }) => id)].join(' ');
}

/** Each silence is told twice to each session that it met: when it begins and when it ends. */
function checkOverflows(remains: Remains): void {
  for (const breaker of remains.breakers)
    remains.expect(breaker.silence === null, 'a silence was never ended', breaker);
  const told = (type: string) =>
    remains.ledger
      .filter((row) => row.type === type)
      .map((row) => `${row.session} ${(JSON.parse(row.payload) as OverflowReleasedEvent).scope}`)
      .sort();
  remains.equal(told('watch_overflow_tripped'), told('watch_overflow_released'), 'silences begun and ended');
}

/** Promise 11: exactly one for who asked, however it came to ask. */
function checkCompletion(remains: Remains, planned: Planned, id: string): void {
  const completions = remains.about(id, 'completion');
  const hasAsked = planned.notifyOnComplete === true || remains.about(id, 'watch_disabled').length > 0;
  const process = remains.processes.get(id);
  remains.equal(process?.notify_on_complete === 1, hasAsked, `${id} asked for its end`, planned, process);
  const isLost = remains.isLost(id);
  const isGood = !isLost && planned.kind === 'fine';
  const hasHeard = remains.about(id, 'watch_match').length > 0;
  // A watched one of which nothing was said is told of, unless the release of a breaker did before its end; one that was
  // lost ended badly.
  const mayBeTold = planned.watchPatterns && (!hasHeard || isLost) ? [0, 1] : [0];
  const expected = hasAsked ? [isGood ? 0 : 1] : mayBeTold;
  remains.expect(
    expected.includes(completions.length),
    `${completions.length} completions of ${id} (${planned.kind}) instead of ${expected.join(' or ')}`,
    planned,
    ...remains.story(id),
  );
  for (const row of completions)
    remains.expect(row.state === 'delivered' || row.state === 'consumed', 'a completion was not told', row);
}

function countAll(remains: Remains): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  for (const { type, state, rule } of remains.ledger)
    count(`${type} ${state}${state === 'suppressed' ? ` (${rule})` : ''}`);
  for (const { outcomes } of remains.watches.values())
    for (const [name, number] of Object.entries(outcomes)) count(`match: ${name}`, number);
  const given = remains.journal.flatMap((entry) => (entry.what === 'given' ? entry.told : []));
  count('repeated deliveries', given.length - new Set(given.map((one) => one.id)).size);
  count('lost processes', [...remains.processes.keys()].filter((id) => remains.isLost(id)).length);
  return counts;
}

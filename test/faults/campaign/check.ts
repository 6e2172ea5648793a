import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BreakerState, WatchState } from '../../../src/notify/policy/types.ts';
import type { OverflowReleasedEvent, WatchDisabledEvent, WatchMatchEvent } from '../../../src/wire/events.ts';
import { type Entry, readJournal } from './journal.ts';
import { isLax, type Plan, type Planned } from './plan.ts';

type Row = {
  readonly id: string;
  readonly session: string;
  readonly process_id: string | null;
  readonly type: string;
  readonly payload: string;
  readonly state: string;
  readonly rule: string | null;
  readonly settled_at: number;
};

/** Journals and ledger are written by one clock, but not in one instant. */
const CLOCK_MS = 20;

/** Reads what is left of a round, and finds nothing wrong in it (promises 11 to 14). */
export class CampaignCheck {
  readonly #plan: Plan;
  readonly #journal: Entry[];
  readonly #ledger: Row[];
  readonly #watches: Map<string, WatchState>;
  readonly #wishes: Map<string, boolean>;
  readonly #breakers: BreakerState[];

  constructor(folder: string, plan: Plan) {
    this.#plan = plan;
    this.#journal = readJournal(join(folder, 'journal'));
    const database = new DatabaseSync(join(folder, 'home', 'engine.db'), { readOnly: true });
    this.#ledger = database.prepare('SELECT * FROM notifications ORDER BY sequence').all() as Row[];
    this.#watches = new Map(
      database
        .prepare('SELECT process_id, policy FROM watches')
        .all()
        .map((row) => [String(row.process_id), JSON.parse(String(row.policy)) as WatchState]),
    );
    this.#wishes = new Map(
      database
        .prepare('SELECT id, notify_on_complete FROM processes')
        .all()
        .map((row) => [String(row.id), row.notify_on_complete === 1]),
    );
    this.#breakers = database
      .prepare('SELECT state FROM breakers')
      .all()
      .map((row) => JSON.parse(String(row.state)) as BreakerState);
    database.close();
  }

  /** Returns what was counted. */
  run(): Readonly<Record<string, number>> {
    this.#checkFinalStates();
    this.#checkDeliveries();
    this.#checkOverflows();
    const started = this.#startedIds();
    assert.equal(this.#wishes.size, this.#plan.processes.length, 'every planned process runs once');
    for (const planned of this.#plan.processes) {
      const id = started.get(planned.id) ?? assert.fail(`${planned.id} was never started`);
      this.#checkCompletion(planned, id);
      if (planned.watchPatterns.length > 0) this.#checkMatches(planned, id);
    }
    return this.#counts();
  }

  #counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    const count = (name: string, by = 1) => {
      counts[name] = (counts[name] ?? 0) + by;
    };
    for (const { type, state } of this.#ledger) count(`${type} ${state}`);
    for (const { outcomes } of this.#watches.values())
      for (const [name, number] of Object.entries(outcomes)) count(`match: ${name}`, number);
    const given = this.#journal.flatMap((entry) => (entry.what === 'given' ? entry.told : []));
    count('repeated deliveries', given.length - new Set(given.map((one) => one.id)).size);
    return counts;
  }

  #startedIds(): Map<string, string> {
    return new Map(
      this.#journal.flatMap((entry) => (entry.what === 'started' ? [[entry.planned, entry.id]] : [])),
    );
  }

  #about(processId: string, type: string): Row[] {
    return this.#ledger.filter((row) => row.process_id === processId && row.type === type);
  }

  /** Promise 12. */
  #checkFinalStates(): void {
    for (const row of this.#ledger) {
      assert(['delivered', 'consumed', 'suppressed'].includes(row.state), `${row.id} is ${row.state}`);
      if (row.state !== 'suppressed') continue;
      assert.equal(row.rule, 'after_completion');
      const [completion] = this.#about(row.process_id ?? '', 'completion');
      assert(completion && completion.state !== 'suppressed', 'suppressed after a completion that there is');
    }
  }

  /** Promise 13: what a subscriber really got. */
  #checkDeliveries(): void {
    const rows = new Map(this.#ledger.map((row) => [row.id, row]));
    const sessionOf = new Map(this.#plan.processes.map((one) => [one.id, one.session]));
    for (const [planned, id] of this.#startedIds()) sessionOf.set(id, sessionOf.get(planned) ?? '');
    const acknowledged = new Set<string>();
    /** Processes whose completion was delivered or consumed. */
    const over = new Set<string | null>();
    const given = new Set<string>();
    for (const entry of this.#journal) {
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
        const row = rows.get(id) ?? assert.fail(`${id} (${type}) is not in the ledger`);
        given.add(id);
        assert.equal(entry.session, row.session, `${id} went to its own session`);
        if (processId) assert.equal(entry.session, sessionOf.get(processId), 'that of its process');
        assert(!acknowledged.has(id), `${id} (${type}) came again after its acknowledgement`);
        assert(entry.at <= row.settled_at + CLOCK_MS, `${id} came again after it was ${row.state}`);
        assert(!processId || !over.has(processId), `${id} (${type}) came after the completion`);
      }
    }
    for (const row of this.#ledger)
      if (row.state === 'delivered') assert(given.has(row.id), `${row.id} (${row.type}) reached somebody`);
  }

  /** Each silence is told twice to each session that it met: when it begins and when it ends. */
  #checkOverflows(): void {
    for (const breaker of this.#breakers) assert.equal(breaker.silence, null, 'every silence was ended');
    const told = (type: string) =>
      this.#ledger
        .filter((row) => row.type === type)
        .map((row) => `${row.session} ${(JSON.parse(row.payload) as OverflowReleasedEvent).scope}`)
        .sort();
    assert.deepEqual(told('watch_overflow_tripped'), told('watch_overflow_released'));
  }

  /** Promise 11: exactly one for who asked, however it came to ask. */
  #checkCompletion(planned: Planned, id: string): void {
    const completions = this.#about(id, 'completion');
    const hasAsked = planned.notifyOnComplete || this.#about(id, 'watch_disabled').length > 0;
    assert.equal(this.#wishes.get(id), hasAsked, `${id} asked for it`);
    const hasHeard = this.#about(id, 'watch_match').length > 0;
    // A watched one of which nothing was said is told of, unless the release of a breaker did before its end.
    const mayBeTold = planned.watchPatterns.length > 0 && !hasHeard ? [0, 1] : [0];
    const expected = hasAsked ? [1] : mayBeTold;
    assert(expected.includes(completions.length), `completions of ${id}, ${planned.kind}`);
    for (const { state } of completions) assert(state === 'delivered' || state === 'consumed', state);
  }

  /** Every match was said or dropped by a rule, and the numbers add up. */
  #checkMatches(planned: Planned, id: string): void {
    const watch = this.#watches.get(id) ?? assert.fail(`${id} was not watched`);
    const said = this.#about(id, 'watch_match').map((row) => JSON.parse(row.payload) as WatchMatchEvent);
    const disabled = this.#about(id, 'watch_disabled').map(
      (row) => JSON.parse(row.payload) as WatchDisabledEvent,
    );
    const released = this.#ledger
      .filter((row) => row.type === 'watch_overflow_released')
      .flatMap((row) => (JSON.parse(row.payload) as OverflowReleasedEvent).processes)
      .filter((one) => one.session_id === id);
    const { outcomes } = watch;
    assert.equal(watch.phase, 'ended');
    assert.equal(said.length, outcomes.said, 'said');
    assert.equal(sum([...said, ...disabled]) + watch.suppressed, outcomes.spacing, 'dropped by the spacing');
    assert.equal(sum(released), outcomes.breaker_session + outcomes.breaker_all, 'dropped by a breaker');
    assert.equal(outcomes.after_end, 0);
    assert.equal(disabled.length > 0, outcomes.disabled > 0 || disabled.length > 0);
    this.#checkLines(planned, said, outcomes);
  }

  /** No line is in two matches; and where no rule drops any, each is in one. */
  #checkLines(planned: Planned, said: readonly WatchMatchEvent[], outcomes: WatchState['outcomes']): void {
    let next = 1;
    let told = 0;
    for (const { output, matched_lines } of said) {
      const first = Number(/^MATCH (\d+)/.exec(output)?.[1]);
      assert(first >= next, `line ${first} was counted before`);
      if (isLax(this.#plan)) assert.equal(first, next, 'no line was left out');
      next = first + matched_lines;
      told += matched_lines;
    }
    assert(next <= planned.matches + 1, 'no line was counted that was never printed');
    const dropped = Object.entries(outcomes).reduce((all, [name, n]) => all + (name === 'said' ? 0 : n), 0);
    if (isLax(this.#plan)) assert.equal(dropped, 0);
    if (dropped === 0) assert.equal(told, planned.matches, 'every line was told');
    else assert(told + dropped <= planned.matches, 'a dropped match is at least one line');
  }
}

function sum(some: readonly { readonly suppressed: number }[]): number {
  return some.reduce((all, { suppressed }) => all + suppressed, 0);
}

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Exit } from '../../../src/engine/types.ts';
import { listOutput } from '../../../src/output/segments.ts';
import type { WatchMatchEvent } from '../../../src/wire/events.ts';
import { pidsOf } from '../support/proc.ts';
import { type Entry, readJournal } from './journal.ts';
import type { Plan, Planned } from './plan.ts';
import { leftThere, remoteFolder } from './there.ts';

type ProcessRow = {
  readonly id: string;
  readonly request_id: string | null;
  readonly state: string;
  readonly note: string | null;
  readonly exit: string | null;
};
type Told = {
  readonly id: string;
  readonly process_id: string;
  readonly type: string;
  readonly state: string;
  readonly payload: string;
};

/** Reads what is left of a round, here and there, and finds nothing wrong in it. */
export class RemoteCheck {
  readonly #folder: string;
  readonly #plan: Plan;
  readonly #journal: Entry[];
  readonly #rows: ProcessRow[];
  readonly #told: Told[];
  /** Keepers were killed: then some processes are lost, and that is the truth. */
  readonly #mayLose: boolean;
  readonly counts: Record<string, number> = {};

  constructor(folder: string, plan: Plan, mayLose: boolean) {
    this.#folder = folder;
    this.#plan = plan;
    this.#mayLose = mayLose;
    this.#journal = readJournal(join(folder, 'journal'));
    const database = new DatabaseSync(join(folder, 'home', 'engine.db'), { readOnly: true });
    this.#rows = database.prepare('SELECT * FROM processes').all() as ProcessRow[];
    this.#told = database.prepare('SELECT * FROM notifications ORDER BY sequence').all() as Told[];
    database.close();
  }

  run(): Readonly<Record<string, number>> {
    const started = new Map(
      this.#journal.flatMap((entry) => (entry.what === 'started' ? [[entry.planned, entry.id]] : [])),
    );
    for (const planned of this.#plan.processes) {
      const id = started.get(planned.id) ?? assert.fail(`${planned.id} was never started`);
      const about = `${planned.kind} ${planned.id}${id === planned.id ? '' : ` as ${id}`}`;
      const row = this.#rowOf(planned, id, about);
      this.#checkRuns(planned, row, about);
      if (row.state === 'exited') this.#checkEnd(planned, row, about);
      else assert(row.state === 'lost' && this.#mayLose, `${about} is ${row.state}: ${row.note}`);
      this.#checkOutput(planned, row, about);
      this.#checkTold(planned, row, about);
      this.#count(row.state);
      if (id !== planned.id) this.#count('under another id');
    }
    assert.equal(this.#rows.length, this.#plan.processes.length, 'one row each, and no other');
    this.#checkDeliveries();
    this.#checkNothingLeft();
    for (const { what } of this.#journal) if (what === 'refused') this.#count('asked again');
    return this.counts;
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  #rowOf({ id: planned }: Planned, id: string, about: string): ProcessRow {
    const rows = this.#rows.filter(
      (row) => row.id === planned || row.id === id || row.request_id === planned,
    );
    assert.equal(rows.length, 1, `rows of ${about}`);
    return rows[0] ?? assert.fail();
  }

  /** A start whose answer was lost is found, never repeated. */
  #checkRuns({ id }: Planned, row: ProcessRow, about: string): void {
    const ran = readFileSync(this.#plan.ran, 'utf8').split('\n');
    const times = ran.filter((line) => line === id).length;
    // Its keeper may have been killed before it let it go, or the very child that was to become it.
    const mayBeNone = row.state === 'lost' || this.#wasKilled(row);
    assert(times === 1 || (times === 0 && mayBeNone), `${about} (${row.state}) ran ${times} times`);
  }

  #wasKilled({ exit }: ProcessRow): boolean {
    return this.#mayLose && exit !== null && (JSON.parse(exit) as Exit).signal === 'SIGKILL';
  }

  #checkEnd({ code, kind }: Planned, row: ProcessRow, about: string): void {
    const exit = JSON.parse(row.exit ?? '') as Exit;
    if (this.#wasKilled(row)) return;
    assert.equal(exit.exitCode, code, `the exit code of ${about}`);
    assert.equal(exit.terminationSource, kind === 'killed' ? 'process.kill' : '', `who ended ${about}`);
  }

  /** Promise 7: every byte once, at its offset, and none is missing. */
  #checkOutput({ output }: Planned, { id, state }: ProcessRow, about: string): void {
    const keep = join(this.#folder, 'home/processes', id);
    let end = 0;
    let text = '';
    for (const { start, end: segmentEnd } of listOutput(keep).segments) {
      assert.equal(start, end, `a gap in the output of ${about}`);
      text += readFileSync(join(keep, 'output', `${String(start).padStart(16, '0')}.log`), 'latin1');
      end = segmentEnd;
    }
    assert.equal(text.length, end, `the size of what ${about} printed`);
    // What is lost has said as much as its keeper took; what was left behind dies with its keeper, too.
    const isPrefix = state === 'lost' || this.#mayLose;
    assert(
      isPrefix ? output.startsWith(text) : output === text,
      `${about} printed ${brief(output)}, and here is ${brief(text)}`,
    );
  }

  /** Promise 11: one completion, and every match once. */
  #checkTold({ matches, kind }: Planned, { id, state }: ProcessRow, about: string): void {
    const told = this.#told.filter((one) => one.process_id === id);
    const completions = told.filter(({ type }) => type === 'completion');
    assert.equal(completions.length, 1, `completions of ${about}`);
    for (const one of told)
      assert(
        ['delivered', 'consumed', 'suppressed'].includes(one.state),
        `${about}: ${one.type} is ${one.state}`,
      );
    assert.equal(completions[0]?.state, 'delivered', `the completion of ${about}`);
    if (kind !== 'watched') return;
    const said = told.filter(({ type }) => type === 'watch_match');
    const lines = said.flatMap(({ payload }) => {
      const { output, matched_lines } = JSON.parse(payload) as WatchMatchEvent;
      const first = Number(/^MATCH (\d+)/.exec(output)?.[1]);
      return Array.from({ length: matched_lines }, (_, i) => first + i);
    });
    assert.deepEqual(
      lines,
      lines.map((_, i) => i + 1),
      `the matches of ${about}`,
    );
    if (state === 'exited' && !this.#mayLose) assert.equal(lines.length, matches, `the matches of ${about}`);
  }

  /** Promise 13: what was acknowledged does not come again. */
  #checkDeliveries(): void {
    const acknowledged = new Set<string>();
    for (const entry of this.#journal) {
      if (entry.what === 'acknowledged') for (const id of entry.ids) acknowledged.add(id);
      if (entry.what !== 'given') continue;
      for (const { id, type } of entry.told)
        assert(!acknowledged.has(id), `${id} (${type}) came again after its acknowledgement`);
    }
  }

  #checkNothingLeft(): void {
    const there = join(this.#folder, 'there');
    const isLost = (id: string) => this.#rows.some((row) => row.id === id && row.state === 'lost');
    const { claims, keeps, ...left } = leftThere(there);
    assert.deepEqual(left, { hubs: [], launchers: [], keepers: [], words: [] });
    assert.deepEqual(
      keeps.filter((id) => !isLost(id)),
      [],
      'keeps of processes that are not lost',
    );
    for (const _ of claims) this.#count('claims');
    const names = readdirSync(remoteFolder(there)).filter(
      (name) => !/^[0-9a-f]{64}$|^hub-|^proc_/.test(name),
    );
    assert.deepEqual(names, [], 'in the folder there');
    // What had fled from a command whose keeper was killed while it was ending all of them is nobody's any more.
    for (const { id } of [...this.#plan.processes, ...this.#rows]) {
      const living = pidsOf(id);
      if (!isLost(id)) assert.deepEqual(living, [], `something of ${id} lives`);
      else for (const _ of living) this.#count('left by dead keepers');
    }
  }
}

function brief(text: string): string {
  return text.length <= 60
    ? JSON.stringify(text)
    : `${text.length} bytes ending in ${JSON.stringify(text.slice(-30))}`;
}

import { failpoint } from '../../base/failpoint.ts';
import { describeSpent } from '../goal/bounds.ts';
import { describeTarget, type Verdict } from '../goal/target.ts';
import { barrierId } from '../ids.ts';
import { goalLife, stateAfter, statesBefore, stepLife } from '../lives.ts';
import type { ModelStep } from '../model.ts';
import { reopen } from './closed.ts';
import type { Goal, GoalEvent, NewGoal } from './goal.ts';
import { BEGINNING_CHARACTERS } from './messages.ts';
import { readGoal } from './read-goal.ts';
import type { Rows } from './rows.ts';
import { insertStep, say } from './steps.ts';

type Change = Exclude<Parameters<typeof statesBefore<typeof goalLife>>[1], 'park' | 'finish' | 'wake'>;

const LONGEST_LAST_WORDS = 500;

/** The goals of conversations: each method is one fact, in one transaction. */
export class Goals {
  readonly #rows: Rows;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get(conversation: string): Goal | undefined {
    return readGoal(this.#rows, conversation);
  }

  /** Whether whoever has this id has set one, whatever has become of it. */
  isSet(conversation: string, clientId: string): boolean {
    const sql = 'SELECT 1 FROM goal_events WHERE conversation = ? AND client_id = ?';
    return this.#rows.get(sql, conversation, clientId) !== undefined;
  }

  /** In place of the one before, if there is one. False: it was set before. */
  set(conversation: string, { clientId, text, bounds }: NewGoal): boolean {
    const rows = this.#rows;
    return rows.durably(() => {
      if (this.isSet(conversation, clientId)) return false;
      this.#letGo(conversation);
      reopen(rows, conversation);
      const number = this.#happen(conversation, 'set', text, clientId);
      const [now, { cost, tokens }] = [Date.now(), this.#totals(conversation)];
      rows.run(
        `INSERT OR REPLACE INTO goals (conversation, number, text, state, due, reason, since, bounds, begun_at, begun_cost, begun_tokens)
         VALUES (?, ?, ?, 'working', 'turn', '', ?, ?, ?, ?, ?)`,
        ...[conversation, number, text, now, JSON.stringify(bounds), now, cost, tokens],
      );
      const begins = "UPDATE conversations SET begins = ? WHERE id = ? AND begins = ''";
      rows.run(begins, text.slice(0, BEGINNING_CHARACTERS).toWellFormed(), conversation);
      failpoint('goal:before-set');
      return true;
    });
  }

  /** By a person, or for a reason. What cannot happen to it now does not: false. */
  change(conversation: string, event: Change, reason = ''): boolean {
    return this.#rows.durably(() => {
      const goal = this.get(conversation);
      if (!goal || !statesBefore(goalLife, event).includes(goal.state)) return false;
      this.#letGo(conversation);
      this.#move(conversation, event, reason);
      if (goal.state === 'stopped' && event === 'resume') this.#countAnew(conversation);
      const text = event === 'stop' ? this.#summary(conversation, goal, reason) : reason;
      this.#happen(conversation, said[event], text);
      failpoint('goal:before-changed');
      return true;
    });
  }

  /** What rang during the turn was heard. */
  heard(conversation: string): void {
    this.#rows.run("UPDATE goals SET due = 'judge' WHERE conversation = ? AND due = 'hear'", conversation);
  }

  /** The judge is asked; the position of that. */
  askJudge(conversation: string, model: string): number {
    const rows = this.#rows;
    return rows.transaction(() => {
      const goal = this.get(conversation);
      return insertStep(rows, { conversation, turn: 0, model, judges: goal?.number ?? 0 });
    });
  }

  /** Somebody speaks before it has answered: it is asked again after that. */
  dropJudge(conversation: string): void {
    this.#rows.transaction(() => this.#dropAsked(conversation));
  }

  /** What the judge said. */
  judged(
    conversation: string,
    position: number,
    { verdict, step, cost }: { verdict: Verdict; step: ModelStep; cost: number | undefined },
  ): void {
    const rows = this.#rows;
    rows.transaction(() => {
      const text = JSON.stringify(verdict);
      say(rows, conversation, position, { ...step, content: [{ type: 'text', text }] }, cost);
      const { reason, target } = verdict;
      if (verdict.verdict === 'done') {
        this.#move(conversation, 'finish', reason);
        this.#happen(conversation, 'done', reason);
      } else
        rows.run(
          'UPDATE goals SET due = ?, reason = ?, target = ?, barrier = ? WHERE conversation = ?',
          ...(target
            ? ['park', reason, JSON.stringify(target), barrierId(conversation, position)]
            : ['turn', reason, null, null]),
          conversation,
        );
      failpoint('goal:before-judged');
    });
  }

  /** The barrier is set. Where somebody has changed the goal meanwhile, it is not wanted any more. */
  parked(conversation: string, barrier: string): void {
    this.#rows.durably(() => {
      const goal = this.get(conversation);
      if (goal?.state !== 'working' || goal.barrier !== barrier) this.#void(conversation, barrier);
      else {
        this.#move(conversation, 'park', goal.reason);
        this.#happen(conversation, 'parked', waitsFor(goal));
      }
      failpoint('goal:before-parked');
    });
  }

  /** It cannot wait for that. */
  goOn(conversation: string, reason: string): void {
    const sql =
      "UPDATE goals SET due = 'turn', reason = ?, target = NULL, barrier = NULL WHERE conversation = ? AND due = 'park'";
    this.#rows.transaction(() => {
      this.#rows.run(sql, reason, conversation);
      this.#rows.nextSequence(conversation);
      failpoint('goal:before-going-on');
    });
  }

  /** What it waits for has happened, or can no longer. */
  wake(conversation: string, barrier: string, why: string): void {
    this.#rows.transaction(() => {
      const goal = this.get(conversation);
      if (goal?.state !== 'parked' || goal.barrier !== barrier) return;
      this.#move(conversation, 'wake', goal.reason);
      this.#happen(conversation, 'woken', why);
      failpoint('goal:before-woken');
    });
  }

  /** It was not its ring. */
  looked(conversation: string): void {
    this.#rows.run('UPDATE goals SET look = 0 WHERE conversation = ?', conversation);
  }

  /** Of all conversations: a program before may not have heard what has become of what they wait for. */
  lookAgain(): void {
    this.#rows.run("UPDATE goals SET look = 1 WHERE state = 'parked'");
  }

  /** This wake-up rings no more. */
  cancelled(wakeUp: string): void {
    this.#rows.run('DELETE FROM void_barriers WHERE wakeup = ?', wakeUp);
  }

  #move(
    conversation: string,
    event: Parameters<typeof stateAfter<typeof goalLife>>[1],
    reason: string,
  ): void {
    const due = event === 'wake' ? 'hear' : 'turn';
    const keeps = event === 'park' ? '' : ', target = NULL, barrier = NULL, look = 0';
    const sql = `UPDATE goals SET state = ?, due = ?, reason = ?, since = ?${keeps} WHERE conversation = ?`;
    this.#rows.change(sql, goalLife, event, due, reason, Date.now(), conversation);
  }

  /** Whatever is under way for it is not wanted any more. */
  #letGo(conversation: string): void {
    const goal = this.get(conversation);
    if (goal?.barrier !== undefined) this.#void(conversation, goal.barrier);
    this.#dropAsked(conversation);
  }

  #dropAsked(conversation: string): void {
    this.#rows.run(
      `UPDATE steps SET state = '${stateAfter(stepLife, 'giveUp')}', sequence = ?
       WHERE conversation = ? AND judges IS NOT NULL AND state = 'asking'`,
      ...[this.#rows.nextSequence(conversation), conversation],
    );
  }

  #void(conversation: string, barrier: string): void {
    const sql = 'INSERT OR IGNORE INTO void_barriers (wakeup, conversation) VALUES (?, ?)';
    this.#rows.run(sql, barrier, conversation);
  }

  #happen(conversation: string, event: GoalEvent, text: string, clientId?: string): number {
    const rows = this.#rows;
    const row = rows.get(
      `INSERT INTO goal_events (conversation, event, text, client_id, position, sequence, at)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING number`,
      ...[conversation, event, text, clientId ?? null],
      ...[rows.nextPosition(conversation), rows.nextSequence(conversation), Date.now()],
    );
    return Number(row?.number);
  }

  /** A person lets it go on beyond its bounds: once more as far. */
  #countAnew(conversation: string): void {
    const { cost, tokens } = this.#totals(conversation);
    const sql =
      'UPDATE goals SET turns = 0, begun_at = ?, begun_cost = ?, begun_tokens = ? WHERE conversation = ?';
    this.#rows.run(sql, Date.now(), cost, tokens, conversation);
  }

  #totals(conversation: string): { readonly cost: number; readonly tokens: number } {
    const sql = 'SELECT cost, input_tokens + output_tokens AS tokens FROM conversations WHERE id = ?';
    const { cost, tokens } = this.#rows.get(sql, conversation) ?? {};
    return { cost: Number(cost), tokens: Number(tokens) };
  }

  /** Why it stopped, what it took, and where it was: nobody is asked for that. */
  #summary(conversation: string, { reason: judged, spent }: Goal, why: string): string {
    const sql = `SELECT content FROM steps WHERE conversation = ? AND state = 'said' AND judges IS NULL AND covers IS NULL
      ORDER BY position DESC LIMIT 1`;
    const content = JSON.parse(
      String(this.#rows.get(sql, conversation)?.content ?? '[]'),
    ) as ModelStep['content'];
    const words = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    return [
      why,
      `So far: ${describeSpent(spent)}.`,
      ...(judged === '' ? [] : [`The judge said last: ${judged}`]),
      ...(words === '' ? [] : [`The agent said last: ${words.slice(0, LONGEST_LAST_WORDS).toWellFormed()}`]),
    ].join('\n');
  }
}

function waitsFor({ target, reason }: Goal): string {
  const what = target ? describeTarget(target) : '';
  return reason === '' ? what : `${what}: ${reason}`;
}

const said: Readonly<Record<Change, GoalEvent>> = {
  pause: 'paused',
  resume: 'resumed',
  unwait: 'unwaited',
  stop: 'stopped',
  clear: 'cleared',
};

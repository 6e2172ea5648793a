import type { DatabaseSync } from 'node:sqlite';
import { failpoint } from '../../base/failpoint.ts';
import { newConversationId } from '../../base/ids.ts';
import { callLife, stateAfter, statesBefore, stepLife, turnLife } from '../lives.ts';
import type { Image, ModelMessage, ModelStep, Text, ToolCall } from '../model.ts';
import type { Outcome } from '../tool.ts';
import { openDatabase } from './database.ts';
import { type Entry, readEntries, toMessages } from './entries.ts';
import { readView } from './read-view.ts';
import type { View } from './view.ts';

export type Conversation = { readonly id: string; readonly cwd: string; readonly model: string };

type Message = {
  /** Of who sends it: the same twice is one message. */
  readonly clientId: string;
  readonly content: readonly (Text | Image)[];
};

/**
 * Conversations as rows: each method is one fact, stored before it takes effect. After a crash `view` says where a
 * conversation is, and `nextAction` what it does then.
 */
export class Store {
  readonly #database: DatabaseSync;
  readonly close: () => void;

  constructor(home: string) {
    const { database, close } = openDatabase(home);
    this.#database = database;
    this.close = close;
  }

  create({ cwd, model }: Omit<Conversation, 'id'>): Conversation {
    const id = newConversationId();
    this.#run(
      'INSERT INTO conversations (id, cwd, model, created_at, changed_at) VALUES (?, ?, ?, ?, ?)',
      id,
      cwd,
      model,
      Date.now(),
      Date.now(),
    );
    return { id, cwd, model };
  }

  get(id: string): Conversation | undefined {
    const row = this.#database.prepare('SELECT id, cwd, model FROM conversations WHERE id = ?').get(id);
    return row && { id: String(row.id), cwd: String(row.cwd), model: String(row.model) };
  }

  /** The one in which something was said last. */
  latest(): Conversation | undefined {
    const sql = 'SELECT id FROM conversations ORDER BY changed_at DESC, id LIMIT 1';
    const row = this.#database.prepare(sql).get();
    return row && this.get(String(row.id));
  }

  /** Full ids that begin so; two are enough to know that one is not clear. */
  idsFrom(prefix: string): string[] {
    const full = prefix.startsWith('conv_') ? prefix : `conv_${prefix}`;
    const rows = this.#database
      .prepare('SELECT id FROM conversations WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 2')
      .all(full.length, full);
    return rows.map(({ id }) => String(id));
  }

  /** Why its last turn failed, if it did. */
  lastFailure(conversation: string): string | undefined {
    const row = this.#database
      .prepare('SELECT reason FROM turns WHERE conversation = ? ORDER BY id DESC LIMIT 1')
      .get(conversation);
    return typeof row?.reason === 'string' ? row.reason : undefined;
  }

  /** What a person says; queued until a turn takes it. False: it was sent before. */
  send(conversation: string, { clientId, content }: Message): boolean {
    return this.#queue(conversation, 'person', clientId, content);
  }

  /** What rang. False when all of it is known already: it came again, or a result has shown it. */
  ring(conversation: string, notifications: readonly string[], text: string): boolean {
    return this.#transaction(() => {
      const [first] = this.#tell(conversation, notifications);
      return (
        first !== undefined && this.#queue(conversation, 'ring', `ring:${first}`, [{ type: 'text', text }])
      );
    });
  }

  view(conversation: string): View {
    return readView(this.#database, conversation);
  }

  /** What was said after a position; what waits to be taken into a turn is not said yet. */
  entries(conversation: string, after = 0): Entry[] {
    return readEntries(this.#database, conversation, after);
  }

  /** The last ones, at most so many. */
  lastEntries(conversation: string, count: number): Entry[] {
    const sql = 'SELECT last_position FROM conversations WHERE id = ?';
    const last = Number(this.#database.prepare(sql).get(conversation)?.last_position);
    return this.entries(conversation, Math.max(0, last - 3 * count)).slice(-count);
  }

  history(conversation: string): ModelMessage[] {
    return toMessages(this.entries(conversation));
  }

  /** In US dollars, by everybody. */
  spentSince(time: number): number {
    const sql = 'SELECT total(cost) AS spent FROM steps WHERE said_at >= ?';
    return Number(this.#database.prepare(sql).get(time)?.spent);
  }

  /** Opens a turn with everything of that kind that waits. */
  begin(conversation: string, take: 'person' | 'ring'): void {
    this.#transaction(() => {
      this.#run(
        "INSERT INTO turns (conversation, state, began_at) VALUES (?, 'open', ?)",
        conversation,
        Date.now(),
      );
      this.#take(conversation, take);
      failpoint('agent:before-begun');
    });
  }

  /** A step is asked, anew or again; its position. What people said meanwhile comes before it. */
  ask(conversation: string, turn: number, model: string, position?: number): number {
    return this.#transaction(() => {
      if (position === undefined) {
        this.#take(conversation, 'person');
        const next = this.#nextPosition(conversation);
        this.#run(
          `INSERT INTO steps (conversation, position, turn, state, attempts, troubles, ask_at, model)
           VALUES (?, ?, ?, 'asking', 1, 0, 0, ?)`,
          ...[conversation, next, turn, model],
        );
        return next;
      }
      const again = 'attempts = attempts + 1, model = ?';
      this.#change(
        `UPDATE steps SET state = ?, ${again} WHERE conversation = ? AND position = ?`,
        stepLife,
        'ask',
        [model, conversation, position],
      );
      return position;
    });
  }

  /** The model cannot answer now. That it was asked does not count: it has said so. */
  putOff(conversation: string, position: number, askAt: number): void {
    this.#run(
      `UPDATE steps SET attempts = attempts - 1, troubles = troubles + 1, ask_at = ?
       WHERE conversation = ? AND position = ?`,
      ...[askAt, conversation, position],
    );
  }

  /** What it said, with the calls that it wants: from now on they are to be carried out. */
  said(conversation: string, position: number, step: ModelStep, cost: number | undefined): void {
    const { content, finish, usage } = step;
    this.#transaction(() => {
      this.#change(
        `UPDATE steps SET state = ?, content = ?, finish = ?, usage = ?, cost = ?, said_at = ?
         WHERE conversation = ? AND position = ?`,
        stepLife,
        'answer',
        [
          JSON.stringify(content),
          finish,
          JSON.stringify(usage),
          cost ?? null,
          Date.now(),
          conversation,
          position,
        ],
      );
      const calls = content.filter((part): part is ToolCall => part.type === 'call');
      for (const [place, { id, tool, input }] of calls.entries()) {
        this.#run(
          "INSERT INTO calls (id, conversation, step, place, tool, input, state) VALUES (?, ?, ?, ?, ?, ?, 'wanted')",
          ...[id, conversation, position, place, tool, JSON.stringify(input)],
        );
      }
      failpoint('agent:before-said');
    });
  }

  /** From now on it may take effect. */
  beginCall(id: string): void {
    const first = 'begun_at = coalesce(begun_at, ?)';
    this.#change(`UPDATE calls SET state = ?, ${first} WHERE id = ?`, callLife, 'begin', [Date.now(), id]);
  }

  /** Its result. What that shows of notifications is not told again. */
  answerCall(conversation: string, id: string, { output, isError, told = [], images }: Outcome): void {
    this.#transaction(() => {
      this.#change(
        'UPDATE calls SET state = ?, output = ?, is_error = ?, images = ? WHERE id = ?',
        callLife,
        'answer',
        [output, Number(isError), images ? JSON.stringify(images) : null, id],
      );
      this.#tell(conversation, told);
    });
  }

  /** Who told them knows that they are stored. */
  acknowledged(notifications: readonly string[]): void {
    const change = this.#database.prepare('UPDATE told SET acknowledged = 1 WHERE notification = ?');
    for (const id of notifications) change.run(id);
  }

  finish(turn: number): void {
    this.#end(turn, 'finish', null);
  }

  /** Visibly, with its reason. */
  fail(conversation: string, turn: number, reason: string): void {
    this.#transaction(() => {
      this.#answerOpen(conversation, `The turn failed: ${reason}`);
      this.#end(turn, 'fail', reason);
    });
  }

  /** By a person. */
  stop(conversation: string, turn: number): void {
    this.#transaction(() => {
      this.#answerOpen(conversation, 'Stopped by the user.');
      this.#end(turn, 'stop', null);
    });
  }

  /** What is under way is answered, so that the model can go on from here. */
  #answerOpen(conversation: string, why: string): void {
    for (const { id, state } of this.view(conversation).calls) {
      const how = state === 'wanted' ? 'It was not carried out.' : 'What it started may still run.';
      if (state !== 'answered') this.answerCall(conversation, id, { output: `${why} ${how}`, isError: true });
    }
  }

  #end(turn: number, event: 'finish' | 'fail' | 'stop', reason: string | null): void {
    this.#transaction(() => {
      this.#run(
        `UPDATE steps SET state = '${stateAfter(stepLife, 'giveUp')}' WHERE turn = ? AND state = 'asking'`,
        turn,
      );
      this.#change('UPDATE turns SET state = ?, reason = ?, ended_at = ? WHERE id = ?', turnLife, event, [
        reason,
        Date.now(),
        turn,
      ]);
    });
  }

  /** Those that were not told before. */
  #tell(conversation: string, notifications: readonly string[]): string[] {
    const isKnown = this.#database.prepare('SELECT 1 FROM told WHERE notification = ?');
    const unknown = notifications.filter((id) => !isKnown.get(id));
    // What comes again was not acknowledged, whatever we think.
    for (const id of notifications)
      this.#run('INSERT OR REPLACE INTO told (notification, conversation) VALUES (?, ?)', id, conversation);
    return unknown;
  }

  #queue(conversation: string, kind: string, clientId: string, content: readonly (Text | Image)[]): boolean {
    const { changes } = this.#database
      .prepare(
        `INSERT OR IGNORE INTO messages (conversation, client_id, kind, content, created_at) VALUES (?, ?, ?, ?, ?)`,
      )
      .run(conversation, clientId, kind, JSON.stringify(content), Date.now());
    return changes === 1;
  }

  #take(conversation: string, kind: 'person' | 'ring'): void {
    const queued = this.#database
      .prepare(
        'SELECT sequence FROM messages WHERE conversation = ? AND kind = ? AND position IS NULL ORDER BY sequence',
      )
      .all(conversation, kind);
    for (const { sequence } of queued)
      this.#run(
        'UPDATE messages SET position = ? WHERE sequence = ?',
        this.#nextPosition(conversation),
        Number(sequence),
      );
  }

  #nextPosition(conversation: string): number {
    const sql =
      'UPDATE conversations SET last_position = last_position + 1, changed_at = ? WHERE id = ? RETURNING last_position';
    const row = this.#database.prepare(sql).get(Date.now(), conversation);
    if (!row) throw new Error(`there is no conversation ${conversation}`);
    return Number(row.last_position);
  }

  /** Something happened to one row, which must be in a state in which it can. */
  #change<T extends Parameters<typeof statesBefore>[0]>(
    sql: string,
    life: T,
    event: Parameters<typeof statesBefore<T>>[1],
    values: readonly (string | number | null)[],
  ): void {
    const from = statesBefore(life, event).map((state) => `'${state}'`);
    const { changes } = this.#database
      .prepare(`${sql} AND state IN (${from.join(', ')})`)
      .run(stateAfter(life, event), ...values);
    if (changes !== 1) throw new Error(`nothing is in a state in which it can ${event}`);
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #transaction<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

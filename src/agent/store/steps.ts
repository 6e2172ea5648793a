import { failpoint } from '../../base/failpoint.ts';
import { stepLife } from '../lives.ts';
import type { ModelStep, ToolCall, Usage } from '../model.ts';
import { insertCalls } from './calls.ts';
import { takeQueued } from './messages.ts';
import type { Rows } from './rows.ts';

/** A step is asked for the first time; its position. What people said meanwhile comes before it. */
export function askStep(rows: Rows, conversation: string, turn: number, model: string): number {
  return rows.transaction(() => {
    takeQueued(rows, conversation, 'person');
    return insertStep(rows, { conversation, turn, model });
  });
}

type NewStep = {
  readonly conversation: string;
  readonly turn: number;
  readonly model: string;
  /** Of a summary. */
  readonly covers?: number;
  /** Of a judgement: the number of the goal. */
  readonly judges?: number;
};

/** Inside a transaction. Its position. */
export function insertStep(rows: Rows, { conversation, turn, model, covers, judges }: NewStep): number {
  const position = rows.nextPosition(conversation);
  rows.run(
    `INSERT INTO steps (conversation, position, turn, covers, judges, state, attempts, troubles, ask_at, model, sequence)
     VALUES (?, ?, ?, ?, ?, 'asking', 1, 0, 0, ?, ?)`,
    ...[conversation, position, turn, covers ?? null, judges ?? null, model, rows.nextSequence(conversation)],
  );
  return position;
}

/** By a model that may be another one than before. */
export function askAgain(rows: Rows, conversation: string, position: number, model: string): void {
  rows.transaction(() => {
    const sequence = rows.nextSequence(conversation);
    rows.change(
      'UPDATE steps SET state = ?, attempts = attempts + 1, model = ?, sequence = ? WHERE conversation = ? AND position = ?',
      ...([stepLife, 'ask', model, sequence, conversation, position] as const),
    );
  });
}

/** The model cannot answer now. That it was asked does not count: it has said so. */
export function putOffStep(rows: Rows, conversation: string, position: number, askAt: number): void {
  rows.transaction(() => {
    rows.run(
      `UPDATE steps SET attempts = attempts - 1, troubles = troubles + 1, ask_at = ?, sequence = ?
       WHERE conversation = ? AND position = ?`,
      ...[askAt, rows.nextSequence(conversation), conversation, position],
    );
  });
}

/** What it said, with the calls that it wants: from now on they are to be carried out. */
export function storeStep(
  rows: Rows,
  conversation: string,
  position: number,
  step: ModelStep,
  cost: number | undefined,
): void {
  rows.transaction(() => {
    say(rows, conversation, position, step, cost);
    const calls = step.content.filter((part): part is ToolCall => part.type === 'call');
    insertCalls(rows, conversation, position, calls);
    failpoint('agent:before-said');
  });
}

/** What it said, and what that took. */
export function say(
  rows: Rows,
  conversation: string,
  position: number,
  { content, finish, usage }: ModelStep,
  cost: number | undefined,
): void {
  rows.transaction(() => {
    // What was spent on it before it was said.
    const sql = 'SELECT cost FROM steps WHERE conversation = ? AND position = ?';
    const before = rows.get(sql, conversation, position)?.cost as number | null | undefined;
    const all = typeof before === 'number' ? before + (cost ?? 0) : (cost ?? null);
    const said = [JSON.stringify(content), finish, JSON.stringify(usage), all, Date.now()] as const;
    rows.change(
      `UPDATE steps SET state = ?, content = ?, finish = ?, usage = ?, cost = ?, said_at = ?, sequence = ?
       WHERE conversation = ? AND position = ?`,
      ...([stepLife, 'answer', ...said, rows.nextSequence(conversation), conversation, position] as const),
    );
    addTotals(rows, conversation, usage, cost);
  });
}

/** Of a question without a whole answer: the provider counts it all the same. A later answer adds to it. */
export function addSpent(
  rows: Rows,
  conversation: string,
  position: number,
  usage: Usage,
  cost: number | undefined,
): void {
  rows.transaction(() => {
    rows.run(
      `UPDATE steps SET cost = coalesce(cost, 0) + ?, said_at = ?, sequence = ? WHERE conversation = ? AND position = ?`,
      ...[cost ?? 0, Date.now(), rows.nextSequence(conversation), conversation, position],
    );
    addTotals(rows, conversation, usage, cost);
  });
}

function addTotals(rows: Rows, conversation: string, usage: Usage, cost: number | undefined): void {
  rows.run(
    `UPDATE conversations SET cost = cost + ?, input_tokens = input_tokens + ?, cached_tokens = cached_tokens + ?,
       output_tokens = output_tokens + ? WHERE id = ?`,
    ...[cost ?? 0, usage.inputTokens, usage.cachedTokens, usage.outputTokens, conversation],
  );
}

/** Of the last step that was said. */
export function lastUsage(rows: Rows, conversation: string): Usage | undefined {
  const sql =
    'SELECT usage FROM steps WHERE conversation = ? AND usage IS NOT NULL AND covers IS NULL AND judges IS NULL ORDER BY position DESC LIMIT 1';
  const row = rows.get(sql, conversation);
  return row && JSON.parse(String(row.usage));
}

/** In US dollars, by everybody. */
export function spentSince(rows: Rows, time: number): number {
  return Number(rows.get('SELECT total(cost) AS spent FROM steps WHERE said_at >= ?', time)?.spent);
}

import { callLife } from '../lives.ts';
import type { ToolCall } from '../model.ts';
import type { Outcome } from '../tool.ts';
import type { Row, Rows } from './rows.ts';
import { tell } from './told.ts';

/** Inside the transaction that stores their step. */
export function insertCalls(
  rows: Rows,
  conversation: string,
  step: number,
  calls: readonly ToolCall[],
): void {
  for (const [place, { id, tool, input }] of calls.entries())
    rows.run(
      "INSERT INTO calls (id, conversation, step, place, tool, input, state) VALUES (?, ?, ?, ?, ?, ?, 'wanted')",
      ...[id, conversation, step, place, tool, JSON.stringify(input)],
    );
}

/** From now on it may take effect. */
export function beginCall(rows: Rows, id: string): void {
  rows.durably(() => {
    const sql = 'UPDATE calls SET state = ?, begun_at = coalesce(begun_at, ?) WHERE id = ?';
    changeStepOf(rows, rows.change(sql, callLife, 'begin', Date.now(), id));
  });
}

/** Its result. What that shows of notifications is not told again. */
export function answerCall(
  rows: Rows,
  conversation: string,
  id: string,
  { output, isError, told = [], images }: Outcome,
): void {
  // Who told them forgets them once they are acknowledged.
  const store = () => {
    const answered = rows.change(
      'UPDATE calls SET state = ?, output = ?, is_error = ?, images = ? WHERE id = ?',
      ...([callLife, 'answer', output, Number(isError), images ? JSON.stringify(images) : null, id] as const),
    );
    changeStepOf(rows, answered);
    tell(rows, conversation, told);
  };
  if (told.length > 0) rows.durably(store);
  else rows.transaction(store);
}

/** Those that have no result get one that says why there is none. */
export function answerOpenCalls(rows: Rows, conversation: string, why: string): void {
  const open = rows.all(
    `SELECT id, state FROM calls WHERE conversation = ?1 AND state NOT IN ('answered', 'denied')
       AND step = (SELECT max(position) FROM steps WHERE conversation = ?1)`,
    conversation,
  );
  for (const { id, state } of open) {
    const how = state === 'begun' ? 'What it started may still run.' : 'It was not carried out.';
    answerCall(rows, conversation, String(id), { output: `${why} ${how}`, isError: true });
  }
}

/** A call is seen in its step. */
export function changeStepOf(rows: Rows, { conversation, step }: Row): void {
  const sequence = rows.nextSequence(String(conversation));
  rows.run(
    'UPDATE steps SET sequence = ? WHERE conversation = ? AND position = ?',
    ...[sequence, String(conversation), Number(step)],
  );
}

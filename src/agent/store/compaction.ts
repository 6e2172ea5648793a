import { failpoint } from '../../base/failpoint.ts';
import { stepLife } from '../lives.ts';
import type { ModelStep, Text } from '../model.ts';
import type { Rows } from './rows.ts';
import { insertStep, say } from './steps.ts';

/**
 * Why the older part is to be summarised. `wanted`: it is long; before the next question. `asked`: by a person; soon.
 * `needed`: the model has refused it as too long.
 */
export type Compaction = 'wanted' | 'asked' | 'needed';

export type Summary = {
  /** Everything up to this position. */
  readonly covers: number;
  readonly content: readonly Text[];
};

/** A person asks for it. What the model needs is not made less than that. */
export function wantCompaction(rows: Rows, conversation: string): void {
  rows.transaction(() => {
    const sql =
      "UPDATE conversations SET compaction = 'asked' WHERE id = ? AND coalesce(compaction, 'wanted') = 'wanted'";
    if (rows.run(sql, conversation) === 1) rows.nextSequence(conversation);
  });
}

/** It is long. Where a summary has failed in this turn it is not asked for again. Inside a transaction. */
export function noticeLength(rows: Rows, conversation: string, position: number): void {
  rows.run(
    `UPDATE conversations SET compaction = 'wanted' WHERE id = ?1 AND compaction IS NULL AND NOT EXISTS (
       SELECT 1 FROM steps WHERE conversation = ?1 AND covers IS NOT NULL AND state = 'dropped'
         AND turn = (SELECT turn FROM steps WHERE conversation = ?1 AND position = ?2))`,
    ...[conversation, position],
  );
}

/** The step was never said: it will be asked anew, of less. */
export function dropTooLong(rows: Rows, conversation: string, position: number): void {
  rows.transaction(() => {
    drop(rows, conversation, position);
    rows.run("UPDATE conversations SET compaction = 'needed' WHERE id = ?", conversation);
    failpoint('agent:before-too-long');
  });
}

/** The model is asked for a summary of everything up to `covers`; the position of that. */
export function askSummary(
  rows: Rows,
  conversation: string,
  turn: number,
  model: string,
  covers: number,
): number {
  return rows.transaction(() => insertStep(rows, { conversation, turn, model, covers }));
}

/** From now on the model is shown it instead of what it covers. */
export function storeSummary(
  rows: Rows,
  conversation: string,
  position: number,
  step: ModelStep,
  cost: number | undefined,
): void {
  rows.transaction(() => {
    say(rows, conversation, position, step, cost);
    rows.run('UPDATE conversations SET compaction = NULL WHERE id = ?', conversation);
    failpoint('agent:before-summarised');
  });
}

/** It goes on without a summary. `position`: of one that was asked for. */
export function forgetCompaction(rows: Rows, conversation: string, position?: number): void {
  rows.transaction(() => {
    if (position !== undefined) drop(rows, conversation, position);
    rows.run('UPDATE conversations SET compaction = NULL WHERE id = ?', conversation);
    failpoint('agent:before-forgotten');
  });
}

/** The last one that was said. */
export function lastSummary(rows: Rows, conversation: string): Summary | undefined {
  const row = rows.get(
    `SELECT covers, content FROM steps WHERE conversation = ? AND covers IS NOT NULL AND state = 'said'
     ORDER BY position DESC LIMIT 1`,
    conversation,
  );
  return row && { covers: Number(row.covers), content: JSON.parse(String(row.content)) };
}

function drop(rows: Rows, conversation: string, position: number): void {
  const sql = 'UPDATE steps SET state = ?, sequence = ? WHERE conversation = ? AND position = ?';
  rows.change(sql, stepLife, 'giveUp', rows.nextSequence(conversation), conversation, position);
}

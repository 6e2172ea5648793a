import { failpoint } from '../../base/failpoint.ts';
import { stateAfter, stepLife, turnLife } from '../lives.ts';
import { answerOpenCalls } from './calls.ts';
import { takeQueued } from './messages.ts';
import type { Rows } from './rows.ts';

export type Take = 'person' | 'ring' | 'compaction';

/** Opens a turn with everything of that kind that waits, or only to summarise. */
export function beginTurn(rows: Rows, conversation: string, take: Take): void {
  rows.transaction(() => {
    rows.run(
      "INSERT INTO turns (conversation, state, took, began_at) VALUES (?, 'open', ?, ?)",
      ...[conversation, take, Date.now()],
    );
    rows.nextSequence(conversation);
    if (take !== 'compaction') takeQueued(rows, conversation, take);
    failpoint('agent:before-begun');
  });
}

/** `why`: of what is under way, which is answered, so that the model can go on from here. */
export function endTurn(
  rows: Rows,
  turn: number,
  event: 'finish' | 'fail' | 'stop',
  { reason = null, why }: { readonly reason?: string | null; readonly why?: string } = {},
): void {
  rows.transaction(() => {
    const ended = rows.change(
      'UPDATE turns SET state = ?, reason = ?, ended_at = ? WHERE id = ?',
      ...([turnLife, event, reason, Date.now(), turn] as const),
    );
    const conversation = String(ended.conversation);
    if (why !== undefined) answerOpenCalls(rows, conversation, why);
    rows.run(
      `UPDATE steps SET state = '${stateAfter(stepLife, 'giveUp')}', sequence = ? WHERE conversation = ? AND turn = ? AND state = 'asking'`,
      ...[rows.nextSequence(conversation), conversation, turn],
    );
    if (event === 'finish') return;
    rows.run(
      'UPDATE turns SET position = ?, sequence = ? WHERE id = ?',
      ...[rows.nextPosition(conversation), rows.nextSequence(conversation), turn],
    );
  });
}

/** Why its last turn failed, if it did. */
export function lastFailure(rows: Rows, conversation: string): string | undefined {
  const sql = 'SELECT reason FROM turns WHERE conversation = ? ORDER BY id DESC LIMIT 1';
  const reason = rows.get(sql, conversation)?.reason;
  return typeof reason === 'string' ? reason : undefined;
}

import { failpoint } from '../../base/failpoint.ts';
import { goalMessage } from '../goal/words.ts';
import { stateAfter, stepLife, turnLife } from '../lives.ts';
import { answerOpenCalls } from './calls.ts';
import { Goals } from './goals.ts';
import { queueGoalMessage, takeQueued } from './messages.ts';
import { readGoal } from './read-goal.ts';
import type { Rows } from './rows.ts';

export type Take = 'person' | 'ring' | 'goal' | 'compaction';

/** Opens a turn with everything of that kind that waits, or only to summarise. */
export function beginTurn(rows: Rows, conversation: string, take: Take): void {
  rows.transaction(() => {
    rows.run(
      "INSERT INTO turns (conversation, state, took, began_at) VALUES (?, 'open', ?, ?)",
      ...[conversation, take, Date.now()],
    );
    rows.nextSequence(conversation);
    if (take === 'goal') sayGoal(rows, conversation);
    if (take !== 'compaction') {
      takeQueued(rows, conversation, take);
      noteTurn(rows, conversation);
    }
    failpoint('agent:before-begun');
  });
}

/** The turn of a goal begins with what is to be done. */
function sayGoal(rows: Rows, conversation: string): void {
  const goal = readGoal(rows, conversation);
  if (!goal) return;
  const turn = goal.spent.turns + 1;
  queueGoalMessage(rows, conversation, `${goal.number}:${goal.begunAt}:${turn}`, goalMessage(goal));
  rows.run('UPDATE goals SET turns = ? WHERE conversation = ?', turn, conversation);
}

/** After any turn a goal that works is judged anew; one that was only just set begins first. One that waits looks again. */
function noteTurn(rows: Rows, conversation: string): void {
  // A program that died may have set it.
  rows.run(
    `INSERT OR IGNORE INTO void_barriers (wakeup, conversation)
     SELECT barrier, conversation FROM goals WHERE conversation = ? AND state = 'working' AND barrier IS NOT NULL`,
    conversation,
  );
  rows.run(
    "UPDATE goals SET due = 'hear', target = NULL, barrier = NULL WHERE conversation = ? AND state = 'working' AND turns > 0",
    conversation,
  );
  rows.run("UPDATE goals SET look = 1 WHERE conversation = ? AND state = 'parked'", conversation);
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
    new Goals(rows).change(conversation, 'pause', why);
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

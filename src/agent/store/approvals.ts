import { RingbackError } from '../../base/errors.ts';
import { failpoint } from '../../base/failpoint.ts';
import { NOBODY_ANSWERED } from '../../base/nobody-answered.ts';
import { stepId } from '../ids.ts';
import { callLife } from '../lives.ts';
import { changeStepOf } from './calls.ts';
import type { Approval, ApprovalAnswer } from './item.ts';
import { toApproval } from './items.ts';
import type { Row, Rows } from './rows.ts';

/** A call that a person was asked about. */
export type AskedCall = Approval & {
  readonly id: string;
  /** The item that it is of. */
  readonly step: string;
  readonly tool: string;
  readonly input: unknown;
};

/** What is to become of calls that nobody has judged yet. */
export type Judged = {
  /** These wait for a person's answer. */
  readonly ask: readonly string[];
  readonly expiresAt: number;
  /** These are not carried out: a rule says so. */
  readonly deny: readonly { readonly id: string; readonly reason: string }[];
};

export type Answer = {
  readonly answer: 'allow' | 'always' | 'deny';
  readonly by: string;
  readonly reason?: string;
  /** With `always`: what else is allowed from now on. */
  readonly patterns?: readonly string[];
};

export function judgeCalls(rows: Rows, { ask, expiresAt, deny }: Judged): void {
  const until = Number.isFinite(expiresAt) ? expiresAt : null;
  rows.transaction(() => {
    for (const id of ask) {
      const sql = 'UPDATE calls SET state = ?, asked_at = ?, expires_at = ? WHERE id = ?';
      changeStepOf(rows, rows.change(sql, callLife, 'ask', Date.now(), until, id));
    }
    for (const { id, reason } of deny) denyCall(rows, id, reason);
    failpoint('agent:before-judged');
  });
}

/** Those that wait, the oldest first. */
export function waitingCalls(rows: Rows, conversation: string): AskedCall[] {
  const sql = "SELECT * FROM calls WHERE conversation = ? AND state = 'waiting' ORDER BY step, place";
  return rows.all(sql, conversation).map(toAsked);
}

/** The first answer counts: what is given back is that one. `isFirst`: it is this one. */
export function answerApproval(
  rows: Rows,
  conversation: string,
  id: string,
  { answer, by, reason, patterns = [] }: Answer,
): AskedCall & { readonly isFirst: boolean } {
  return rows.durably(() => {
    const known = readAsked(rows, conversation, id);
    if (known.answer !== undefined || known.state !== 'waiting')
      return { ...toAsked(known.row), isFirst: false };
    if (Date.now() >= toApproval(known.row).expiresAt) {
      expireCall(rows, id);
      return { ...toAsked(readAsked(rows, conversation, id).row), isFirst: false };
    }
    if (answer === 'deny') denyCall(rows, id, deniedBy(by, reason), answer, by, reason);
    else {
      const sql = 'UPDATE calls SET state = ?, answer = ?, answered_by = ?, answer_reason = ? WHERE id = ?';
      changeStepOf(rows, rows.change(sql, callLife, 'allow', answer, by, reason ?? null, id));
    }
    for (const pattern of answer === 'always' ? patterns : [])
      rows.run('INSERT OR IGNORE INTO allowed (conversation, pattern) VALUES (?, ?)', conversation, pattern);
    failpoint('agent:before-approved');
    return { ...toAsked(readAsked(rows, conversation, id).row), isFirst: true };
  });
}

/** Nobody has answered in time. */
export function expireCall(rows: Rows, id: string): void {
  denyCall(rows, id, NOBODY_ANSWERED, 'expired');
}

/** A person has written something instead. */
export function denyForMessage(rows: Rows, ids: readonly string[]): void {
  rows.transaction(() => {
    for (const id of ids)
      denyCall(
        rows,
        id,
        'The person was asked whether this may be done, and wrote what follows instead.',
        'message',
      );
  });
}

export function allowedPatterns(rows: Rows, conversation: string): string[] {
  const found = rows.all('SELECT pattern FROM allowed WHERE conversation = ?', conversation);
  return found.map(({ pattern }) => String(pattern));
}

function denyCall(
  rows: Rows,
  id: string,
  why: string,
  answer?: ApprovalAnswer,
  by?: string,
  reason?: string,
): void {
  rows.transaction(() => {
    const sql =
      'UPDATE calls SET state = ?, output = ?, is_error = 1, answer = ?, answered_by = ?, answer_reason = ? WHERE id = ?';
    const told = `NOT CARRIED OUT. ${why}`;
    const row = rows.change(sql, callLife, 'deny', told, answer ?? null, by ?? null, reason ?? null, id);
    changeStepOf(rows, row);
    failpoint('agent:before-denied');
  });
}

function deniedBy(by: string, reason: string | undefined): string {
  return reason ? `${by} said no: ${reason}` : `${by} said no.`;
}

function readAsked(rows: Rows, conversation: string, id: string) {
  const sql = 'SELECT * FROM calls WHERE id = ? AND conversation = ? AND asked_at IS NOT NULL';
  const row = rows.get(sql, id, conversation);
  if (row) return { row, state: row.state, answer: row.answer ?? undefined };
  throw new RingbackError(
    'not_found',
    `No call ${id} of ${conversation} waits for an answer.`,
    'Ask for the approvals of the conversation to see those that do.',
  );
}

function toAsked(row: Row): AskedCall {
  return {
    ...toApproval(row),
    id: String(row.id),
    step: stepId(String(row.conversation), Number(row.step)),
    tool: String(row.tool),
    input: JSON.parse(String(row.input)),
  };
}

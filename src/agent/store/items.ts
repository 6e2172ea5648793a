import type { Verdict } from '../goal/target.ts';
import { endId, goalEventId, messageId, stepId } from '../ids.ts';
import type { StepState } from '../lives.ts';
import type { ModelStep, Usage } from '../model.ts';
import type { GoalEvent } from './goal.ts';
import type { Approval, ApprovalAnswer, Item, ItemCall } from './item.ts';
import type { MessageKind } from './messages.ts';
import type { Row, Rows } from './rows.ts';

/** Where the items of a conversation are: tables, and what is seen of them. */
const MESSAGES =
  "SELECT 'message' AS found, number AS key, sequence, position FROM messages WHERE conversation = ?1";
const STEPS = "SELECT 'step', position, sequence, position FROM steps WHERE conversation = ?1";
const ENDS =
  "SELECT 'end', id, sequence, position FROM turns WHERE conversation = ?1 AND position IS NOT NULL";
const GOALS = "SELECT 'goal', number, sequence, position FROM goal_events WHERE conversation = ?1";

/** What has changed since, oldest change first. */
export function changedItems(rows: Rows, conversation: string, after: number, limit: number): Item[] {
  const since = 'AND sequence > ?2';
  const found = rows.all(
    `${MESSAGES} ${since} UNION ALL ${STEPS} ${since} UNION ALL ${ENDS} ${since} UNION ALL ${GOALS} ${since}
     ORDER BY sequence LIMIT ?3`,
    ...[conversation, after, limit],
  );
  return found.map((one) => readItem(rows, conversation, one));
}

/** The last ones before a position, in their order; without one, the last of all, and what is queued. */
export function itemsBefore(
  rows: Rows,
  conversation: string,
  position: number | undefined,
  limit: number,
): Item[] {
  const before = 'AND position < ?2';
  const found = rows.all(
    `${MESSAGES} ${before} UNION ALL ${STEPS} ${before} AND state != 'dropped' UNION ALL ${ENDS} ${before}
     UNION ALL ${GOALS} ${before} ORDER BY position DESC LIMIT ?3`,
    ...[conversation, position ?? Number.MAX_SAFE_INTEGER, limit],
  );
  const queued =
    position === undefined ? rows.all(`${MESSAGES} AND position IS NULL ORDER BY number`, conversation) : [];
  return [...found.reverse(), ...queued].map((one) => readItem(rows, conversation, one));
}

function readItem(rows: Rows, conversation: string, { found, key }: Row): Item {
  if (found === 'message') {
    const row = rows.get('SELECT * FROM messages WHERE number = ?', Number(key));
    return toMessage(conversation, row ?? {});
  }
  if (found === 'end')
    return toEnd(conversation, rows.get('SELECT * FROM turns WHERE id = ?', Number(key)) ?? {});
  if (found === 'goal')
    return toGoalEvent(
      conversation,
      rows.get('SELECT * FROM goal_events WHERE number = ?', Number(key)) ?? {},
    );
  const sql = 'SELECT * FROM steps WHERE conversation = ? AND position = ?';
  return toStep(rows, conversation, rows.get(sql, conversation, Number(key)) ?? {});
}

function toMessage(conversation: string, row: Row): Item {
  return {
    id: messageId(conversation, Number(row.number)),
    sequence: Number(row.sequence),
    position: orUndefined<number>(row.position),
    kind: row.kind as MessageKind,
    clientId: String(row.client_id),
    content: JSON.parse(String(row.content)),
    createdAt: Number(row.created_at),
  };
}

function toEnd(conversation: string, row: Row): Item {
  return {
    id: endId(conversation, Number(row.id)),
    sequence: Number(row.sequence),
    position: Number(row.position),
    kind: 'end',
    turn: Number(row.id),
    how: row.state as 'failed' | 'stopped',
    reason: orUndefined<string>(row.reason),
    endedAt: Number(row.ended_at),
  };
}

function toGoalEvent(conversation: string, row: Row): Item {
  return {
    id: goalEventId(conversation, Number(row.number)),
    sequence: Number(row.sequence),
    position: Number(row.position),
    kind: 'goal_event',
    event: row.event as GoalEvent,
    text: String(row.text),
    at: Number(row.at),
  };
}

function toStep(rows: Rows, conversation: string, row: Row): Item {
  const position = Number(row.position);
  const content = (parse(row.content) ?? []) as ModelStep['content'];
  const step = {
    id: stepId(conversation, position),
    sequence: Number(row.sequence),
    position,
    turn: Number(row.turn),
    state: row.state as StepState,
    model: String(row.model),
    content: content.filter((part) => part.type !== 'call'),
    finish: orUndefined<ModelStep['finish']>(row.finish),
    usage: parse(row.usage) as Usage | undefined,
    cost: orUndefined<number>(row.cost),
    saidAt: orUndefined<number>(row.said_at),
  };
  if (row.judges !== null) return { ...step, kind: 'judgement', verdict: verdictIn(content) };
  if (row.covers !== null) return { ...step, kind: 'summary', covers: Number(row.covers) };
  return { ...step, kind: 'step', calls: readCalls(rows, conversation, position) };
}

function verdictIn([said]: ModelStep['content']): Verdict | undefined {
  return said?.type === 'text' ? (JSON.parse(said.text) as Verdict) : undefined;
}

function readCalls(rows: Rows, conversation: string, step: number): ItemCall[] {
  const sql = 'SELECT * FROM calls WHERE conversation = ? AND step = ? ORDER BY place';
  return rows.all(sql, conversation, step).map((row) => ({
    id: String(row.id),
    tool: String(row.tool),
    input: parse(row.input),
    state: row.state as ItemCall['state'],
    begunAt: orUndefined<number>(row.begun_at),
    output: orUndefined<string>(row.output),
    isError: row.is_error === 1,
    images: parse(row.images) as ItemCall['images'],
    approval: row.asked_at === null ? undefined : toApproval(row),
  }));
}

export function toApproval(row: Row): Approval {
  return {
    askedAt: Number(row.asked_at),
    expiresAt: orUndefined<number>(row.expires_at) ?? Infinity,
    answer: orUndefined<ApprovalAnswer>(row.answer),
    by: orUndefined<string>(row.answered_by),
    reason: orUndefined<string>(row.answer_reason),
  };
}

function parse(json: unknown): unknown {
  return json === null ? undefined : JSON.parse(String(json));
}

function orUndefined<T>(value: unknown): T | undefined {
  return value === null ? undefined : (value as T);
}

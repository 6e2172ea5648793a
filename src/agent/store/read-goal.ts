import { type Bounds, reachedBound, type Spent } from '../goal/bounds.ts';
import type { Target } from '../goal/target.ts';
import type { GoalState } from '../lives.ts';
import type { Due, Goal, GoalView } from './goal.ts';
import type { Row, Rows } from './rows.ts';

/** The goal of a conversation, unless it was cleared. */
export function readGoal(rows: Rows, conversation: string): Goal | undefined {
  const row = read(rows, conversation);
  if (!row || row.state === 'cleared') return undefined;
  return {
    number: Number(row.number),
    text: String(row.text),
    state: row.state as Goal['state'],
    due: row.due as Due,
    reason: String(row.reason),
    since: Number(row.since),
    begunAt: Number(row.begun_at),
    target: row.target === null ? undefined : (JSON.parse(String(row.target)) as Target),
    barrier: row.barrier === null ? undefined : String(row.barrier),
    bounds: JSON.parse(String(row.bounds)) as Bounds,
    spent: spentBy(row),
  };
}

export function readGoalView(rows: Rows, conversation: string): GoalView | undefined {
  const row = read(rows, conversation);
  if (!row) return undefined;
  const due = row.due as Due;
  const judging = rows.get(
    `SELECT position, attempts, troubles, ask_at AS askAt FROM steps
     WHERE conversation = ? AND judges IS NOT NULL AND state = 'asking'`,
    conversation,
  ) as GoalView['judging'];
  const bounds = JSON.parse(String(row.bounds)) as Bounds;
  return {
    state: row.state as GoalState,
    due,
    look: row.look === 1,
    reached: reachedBound(bounds, spentBy(row), due === 'turn'),
    judging,
  };
}

/** Wake-ups of goals that nobody waits for any more. */
export function readVoidBarriers(rows: Rows, conversation: string): string[] {
  const found = rows.all('SELECT wakeup FROM void_barriers WHERE conversation = ?', conversation);
  return found.map(({ wakeup }) => String(wakeup));
}

function read(rows: Rows, conversation: string): Row | undefined {
  return rows.get(
    `SELECT goals.*, cost - begun_cost AS dollars, input_tokens + output_tokens - begun_tokens AS tokens
     FROM goals JOIN conversations ON id = conversation WHERE conversation = ?`,
    conversation,
  );
}

function spentBy(row: Row): Spent {
  return {
    turns: Number(row.turns),
    tokens: Number(row.tokens),
    dollars: Number(row.dollars),
    seconds: Math.max(0, Date.now() - Number(row.begun_at)) / 1000,
  };
}

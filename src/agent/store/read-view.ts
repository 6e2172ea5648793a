import { readGoalView, readVoidBarriers } from './read-goal.ts';
import type { Rows } from './rows.ts';
import { readUnacknowledged } from './told.ts';
import type { CallView, StepView, SummaryView, View } from './view.ts';

export function readView(rows: Rows, conversation: string): View {
  const sql = "SELECT id, took FROM turns WHERE conversation = ? AND state = 'open'";
  const { id, took } = rows.get(sql, conversation) ?? {};
  const turn = id as number | undefined;
  const step = turn === undefined ? undefined : lastStep(rows, conversation, turn);
  const { state, hears, compaction } =
    rows.get('SELECT state, hears, compaction FROM conversations WHERE id = ?', conversation) ?? {};
  return {
    isOpen: state === 'open',
    hears: hears === 1,
    turn,
    isForSummary: took === 'compaction',
    isForPerson: took === 'person',
    isForGoal: took === 'goal',
    goal: readGoalView(rows, conversation),
    voidBarriers: readVoidBarriers(rows, conversation),
    compaction: (compaction ?? undefined) as View['compaction'],
    summary: turn === undefined ? undefined : openSummary(rows, conversation, turn),
    step,
    calls: step ? callsOf(rows, conversation, step.position) : [],
    unacknowledged: readUnacknowledged(rows, conversation),
    queued: countQueued(rows, conversation),
  };
}

function lastStep(rows: Rows, conversation: string, turn: number): StepView | undefined {
  const row = rows.get(
    `SELECT turn, position, state, attempts, troubles, ask_at AS askAt, finish FROM steps
     WHERE conversation = ? AND covers IS NULL AND judges IS NULL AND state != 'dropped' ORDER BY position DESC LIMIT 1`,
    conversation,
  );
  // The turn has just begun: the last step is of the one before.
  if (row?.turn !== turn) return undefined;
  return { ...row, finish: row.finish ?? undefined } as unknown as StepView;
}

function openSummary(rows: Rows, conversation: string, turn: number): SummaryView | undefined {
  const row = rows.get(
    `SELECT position, attempts, troubles, ask_at AS askAt, covers FROM steps
     WHERE conversation = ? AND covers IS NOT NULL AND state = 'asking' AND turn = ?`,
    ...[conversation, turn],
  );
  return row as SummaryView | undefined;
}

function callsOf(rows: Rows, conversation: string, step: number): CallView[] {
  const found = rows.all(
    'SELECT id, tool, input, state, begun_at, expires_at FROM calls WHERE conversation = ? AND step = ? ORDER BY place',
    ...[conversation, step],
  );
  return found.map(({ id, tool, input, state, begun_at, expires_at }) => ({
    id: String(id),
    tool: String(tool),
    input: JSON.parse(String(input)) as unknown,
    state: state as CallView['state'],
    begunAt: begun_at === null ? undefined : Number(begun_at),
    expiresAt: expires_at === null ? Infinity : Number(expires_at),
  }));
}

function countQueued(rows: Rows, conversation: string): View['queued'] {
  const sql =
    'SELECT kind, count(*) AS count FROM messages WHERE conversation = ? AND position IS NULL GROUP BY kind';
  const counts = rows.all(sql, conversation);
  const count = (kind: 'person' | 'ring') => Number(counts.find((row) => row.kind === kind)?.count ?? 0);
  return { person: count('person'), ring: count('ring') };
}

import type { DatabaseSync } from 'node:sqlite';
import type { CallView, StepView, View } from './view.ts';

export function readView(database: DatabaseSync, conversation: string): View {
  const turn = database
    .prepare("SELECT id FROM turns WHERE conversation = ? AND state = 'open'")
    .get(conversation)?.id as number | undefined;
  const step = turn === undefined ? undefined : lastStep(database, conversation, turn);
  const calls = step ? callsOf(database, conversation, step.position) : [];
  const unacknowledged = readUnacknowledged(database, conversation);
  return { turn, step, calls, unacknowledged, queued: countQueued(database, conversation) };
}

function readUnacknowledged(database: DatabaseSync, conversation: string): string[] {
  const rows = database
    .prepare('SELECT notification FROM told WHERE conversation = ? AND acknowledged = 0')
    .all(conversation);
  return rows.map(({ notification }) => String(notification));
}

function lastStep(database: DatabaseSync, conversation: string, turn: number): StepView | undefined {
  const row = database
    .prepare(
      `SELECT turn, position, state, attempts, troubles, ask_at AS askAt, finish FROM steps
       WHERE conversation = ? ORDER BY position DESC LIMIT 1`,
    )
    .get(conversation);
  // The turn has just begun: the last step is of the one before.
  if (row?.turn !== turn) return undefined;
  return { ...row, finish: row.finish ?? undefined } as unknown as StepView;
}

function callsOf(database: DatabaseSync, conversation: string, step: number): CallView[] {
  const rows = database
    .prepare(
      'SELECT id, tool, input, state, begun_at FROM calls WHERE conversation = ? AND step = ? ORDER BY place',
    )
    .all(conversation, step) as (Record<'id' | 'tool' | 'input' | 'state', string> & {
    begun_at: number | null;
  })[];
  return rows.map(({ id, tool, input, state, begun_at }) => ({
    id,
    tool,
    input: JSON.parse(input) as unknown,
    state: state as CallView['state'],
    begunAt: begun_at ?? undefined,
  }));
}

function countQueued(database: DatabaseSync, conversation: string): View['queued'] {
  const rows = database
    .prepare(
      'SELECT kind, count(*) AS count FROM messages WHERE conversation = ? AND position IS NULL GROUP BY kind',
    )
    .all(conversation) as { kind: 'person' | 'ring'; count: number }[];
  const count = (kind: 'person' | 'ring') => rows.find((row) => row.kind === kind)?.count ?? 0;
  return { person: count('person'), ring: count('ring') };
}

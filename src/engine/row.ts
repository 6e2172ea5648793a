import type { State } from './life.ts';
import { fromColumns, type StartColumns } from './start-fields.ts';
import type { Exit, Life, ProcessSnapshot, TerminationSource } from './types.ts';

/** One line of the table `processes`, as SQLite gives it. */
export type Row = StartColumns & {
  readonly id: string;
  readonly request_id: string | null;
  readonly state: State;
  readonly detached: number;
  readonly note: string | null;
  readonly pty_note: string | null;
  readonly pid: number | null;
  readonly keeper_pid: number | null;
  readonly ended_at: number | null;
  /** JSON of an `Exit`; of a lost or skipped one that we killed, of its `TerminationSource` */
  readonly exit: string | null;
  readonly kept_bytes: number;
};

/** What a new row says before anything has happened. */
export type NewRow = StartColumns & Pick<Row, 'id' | 'request_id' | 'state'>;

export function toSnapshot(row: Row): ProcessSnapshot {
  return {
    ...fromColumns(row),
    id: row.id,
    pid: row.pid,
    keeperPid: row.keeper_pid,
    ...(row.pty_note !== null && { ptyNote: row.pty_note }),
    life: toLife(row),
  };
}

function toLife(row: Row): Life {
  if (row.state === 'exited' && row.exit !== null)
    return {
      state: 'exited',
      exit: JSON.parse(row.exit) as Exit,
      ...(row.note !== null && { note: row.note }),
    };
  const note = row.note ?? '';
  if (row.state !== 'queued' && row.state !== 'running') {
    const killedBy = row.state === 'exited' ? null : row.exit;
    return {
      state: row.state === 'skipped' ? 'skipped' : 'lost',
      endedAt: row.ended_at ?? row.started_at,
      note,
      ...(killedBy !== null && { killedBy: JSON.parse(killedBy) as TerminationSource }),
    };
  }
  if (row.state === 'queued') return { state: 'queued', ...(note && { note }) };
  return { state: 'running', detached: row.detached === 1, ...(note && { note }) };
}

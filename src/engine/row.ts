import type { State } from './life.ts';
import type { Exit, Life, ProcessSnapshot, TerminationSource } from './types.ts';

/** One line of the table `processes`, as SQLite gives it. */
export type Row = {
  readonly id: string;
  readonly request_id: string | null;
  readonly state: State;
  readonly detached: number;
  readonly note: string | null;
  readonly command: string;
  readonly cwd: string;
  readonly session: string;
  readonly task: string;
  readonly environment: string;
  readonly pty: number;
  readonly pty_note: string | null;
  readonly stdin: number;
  readonly cols: number;
  readonly rows: number;
  readonly notify_on_complete: number;
  /** JSON */
  readonly watch_patterns: string;
  readonly log_limit: number;
  readonly foreground: number;
  readonly pid: number | null;
  readonly keeper_pid: number | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  /** JSON of an `Exit`; of a lost one that we killed, of its `TerminationSource` */
  readonly exit: string | null;
  readonly kept_bytes: number;
};

/** What a new row says before anything has happened. */
export type NewRow = Omit<
  Row,
  'detached' | 'note' | 'pty_note' | 'pid' | 'keeper_pid' | 'ended_at' | 'exit' | 'kept_bytes'
>;

export function toSnapshot(row: Row): ProcessSnapshot {
  return {
    id: row.id,
    command: row.command,
    cwd: row.cwd,
    pid: row.pid,
    keeperPid: row.keeper_pid,
    session: row.session,
    task: row.task,
    environment: row.environment,
    pty: row.pty === 1,
    ...(row.pty_note !== null && { ptyNote: row.pty_note }),
    stdin: row.stdin === 1,
    notifyOnComplete: row.notify_on_complete === 1,
    watchPatterns: JSON.parse(row.watch_patterns) as string[],
    foreground: row.foreground === 1,
    startedAt: row.started_at,
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
  if (row.state === 'exited' || row.state === 'lost') {
    const killedBy = row.state === 'lost' ? row.exit : null;
    return {
      state: 'lost',
      endedAt: row.ended_at ?? row.started_at,
      note,
      ...(killedBy !== null && { killedBy: JSON.parse(killedBy) as TerminationSource }),
    };
  }
  if (row.state === 'queued') return { state: 'queued', ...(note && { note }) };
  return { state: 'running', detached: row.detached === 1, ...(note && { note }) };
}

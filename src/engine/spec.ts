import type { NewRow } from './row.ts';

/**
 * The file `spec`: everything wished for a process except its variables, so that its row can be rebuilt when the
 * database is gone.
 */
const SPEC_VERSION = 1;

export function encodeSpec(row: NewRow, shell: string | undefined, maxRuntimeMs: number | undefined): string {
  return JSON.stringify({
    version: SPEC_VERSION,
    command: row.command,
    cwd: row.cwd,
    shell,
    session: row.session,
    task: row.task,
    environment: row.environment,
    pty: row.pty === 1,
    stdin: row.stdin === 1,
    cols: row.cols,
    rows: row.rows,
    notifyOnComplete: row.notify_on_complete === 1,
    watchPatterns: JSON.parse(row.watch_patterns),
    logLimitBytes: row.log_limit,
    ...(row.foreground === 1 && { foreground: true }),
    ...(maxRuntimeMs !== undefined && { maxRuntimeMs }),
    startedAt: row.started_at,
  });
}

/** A row from whatever the file holds: what is missing or of a wrong type is replaced, never trusted. */
export function rowFromSpec(
  id: string,
  spec: unknown,
  fallback: { logLimitBytes: number; startedAt: number },
): NewRow {
  const given: Readonly<Record<string, unknown>> =
    typeof spec === 'object' && spec !== null ? { ...spec } : {};
  const text = (key: string, otherwise: string) => (typeof given[key] === 'string' ? given[key] : otherwise);
  const figure = (key: string, otherwise: number) => {
    const value = given[key];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  };
  const patterns = Array.isArray(given.watchPatterns) ? given.watchPatterns : [];
  return {
    id,
    request_id: null,
    state: 'queued',
    command: text('command', '(not known: its spec is damaged)'),
    cwd: text('cwd', ''),
    session: text('session', ''),
    task: text('task', ''),
    environment: text('environment', 'local'),
    pty: Number(given.pty === true),
    stdin: Number(given.stdin === true),
    cols: figure('cols', 120),
    rows: figure('rows', 30),
    notify_on_complete: Number(given.notifyOnComplete === true),
    watch_patterns: JSON.stringify(patterns.filter((pattern) => typeof pattern === 'string')),
    log_limit: figure('logLimitBytes', fallback.logLimitBytes),
    foreground: Number(given.foreground === true),
    started_at: figure('startedAt', fallback.startedAt),
  };
}

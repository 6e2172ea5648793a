import type { NewRow } from './row.ts';
import { fromColumns, type StartValues, toColumns, toValues } from './start-fields.ts';

/**
 * The file `spec`: everything asked for a process except its variables, so that its row can be rebuilt when the
 * database is gone.
 */
const SPEC_VERSION = 1;

export function encodeSpec(row: NewRow, shell: string | undefined, maxRuntimeMs: number | undefined): string {
  return JSON.stringify({
    version: SPEC_VERSION,
    ...fromColumns(row),
    shell,
    ...(maxRuntimeMs !== undefined && { maxRuntimeMs }),
  });
}

/** A row from whatever the file holds. */
export function rowFromSpec(
  id: string,
  spec: unknown,
  fallback: Pick<StartValues, 'logLimitBytes' | 'startedAt'>,
): NewRow {
  const given = typeof spec === 'object' && spec !== null ? spec : {};
  return { id, request_id: null, state: 'queued', ...toColumns(toValues(given, fallback)) };
}

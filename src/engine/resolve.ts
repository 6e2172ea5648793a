import { RingbackError } from '../base/errors.ts';
import type { Context } from './context.ts';
import type { ProcessId } from './types.ts';

/**
 * The full id of an unambiguous prefix of at least 4 hex digits, with or without `proc_` (trap 7). With a session,
 * others' processes do not exist.
 */
export function resolve(context: Context, idOrPrefix: string, session?: string): ProcessId {
  const digits = idOrPrefix
    .trim()
    .toLowerCase()
    .replace(/^proc_/, '');
  if (!/^[0-9a-f]{4,12}$/.test(digits)) {
    throw new RingbackError(
      'not_found',
      `${JSON.stringify(idOrPrefix)} is not a process id.`,
      'An id is proc_ and 12 hex digits; at least the first 4 of them are needed.',
    );
  }
  // 'g' sorts behind every hex digit.
  const [id, another] = context.rows.idsFrom(`proc_${digits}`, `proc_${digits}g`, session);
  if (id === undefined) {
    const [where, hint] =
      session === undefined
        ? ['', 'See `ringback ls --all`.']
        : [' in this session', 'See those there are with "list"; ended ones are kept for a while only.'];
    throw new RingbackError('not_found', `There is no process ${idOrPrefix}${where}.`, hint);
  }
  if (another !== undefined) {
    throw new RingbackError(
      'ambiguous',
      `More than one process begins with ${idOrPrefix}.`,
      'Give more digits.',
    );
  }
  return id;
}

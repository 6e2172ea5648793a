import { RingbackError } from '../base/errors.ts';
import type { Context } from './context.ts';
import type { ProcessId } from './types.ts';

/**
 * The full id of an unambiguous prefix of at least 4 hex digits, with or without `proc_` (trap 7), or of a name. With a
 * session, others' processes do not exist.
 */
export function resolve(context: Context, idOrName: string, options: { session?: string } = {}): ProcessId {
  const { session } = options;
  const given = idOrName.trim();
  const [, digits] = /^(?:proc_)?([0-9a-f]{4,12})$/.exec(given.toLowerCase()) ?? [];
  const [id, another] =
    digits === undefined
      ? context.rows.idsNamed(given, session)
      : // 'g' sorts behind every hex digit.
        context.rows.idsFrom(`proc_${digits}`, `proc_${digits}g`, session);
  if (id === undefined) {
    const where = session === undefined ? '' : ' in this session';
    const which = digits === undefined ? `named ${JSON.stringify(idOrName)}` : idOrName;
    const hint =
      session === undefined
        ? 'See `ringback ls --all`.'
        : 'See those there are with "list"; ended ones are kept for a while only.';
    throw new RingbackError(
      'not_found',
      `There is no process ${which}${where}.`,
      digits === undefined ? `An id is proc_ and 12 hex digits, at least the first 4 of them. ${hint}` : hint,
    );
  }
  if (another !== undefined)
    throw new RingbackError(
      'ambiguous',
      digits === undefined
        ? `More than one process named ${given} runs.`
        : `More than one process begins with ${idOrName}.`,
      digits === undefined ? 'Give the id.' : 'Give more digits.',
    );
  return id;
}

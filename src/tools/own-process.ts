import { RingbackError } from '../base/errors.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { ToolContext } from './context.ts';

/** The process that is meant; of other sessions nothing can be reached, nor seen that it exists. */
export function findOwn({ engine, caller }: ToolContext, idText: string): ProcessSnapshot {
  const digits = idText
    .trim()
    .toLowerCase()
    .replace(/^proc_/, '');
  if (!/^[0-9a-f]{4,12}$/.test(digits))
    throw new RingbackError(
      'not_found',
      `${JSON.stringify(idText)} is not the id of a process.`,
      'An id is proc_ and 12 hex digits, or at least the first 4 of them; action "list" shows yours.',
    );
  const [process, another] = engine
    .list({ session: caller.session_key, includeForeground: true })
    .filter(({ id }) => id.startsWith(`proc_${digits}`));
  if (!process)
    throw new RingbackError(
      'not_found',
      `There is no process ${idText} in this session.`,
      'Action "list" shows those there are. Ended ones are kept for 30 minutes.',
    );
  if (another)
    throw new RingbackError('ambiguous', `More than one process begins with ${idText}.`, 'Give more digits.');
  return process;
}

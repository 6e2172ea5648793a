import { RingbackError } from '../base/errors.ts';
import type { WakeContext } from './context.ts';
import type { WakeUp } from './rows.ts';

/** The wake-up of an unambiguous prefix of at least 4 hex digits, with or without `wake_`; with a session, of its own. */
export function resolveWakeUp({ rows }: WakeContext, idText: string, session?: string): WakeUp {
  const [, digits] = /^(?:wake_)?([0-9a-f]{4,12})$/.exec(idText.trim().toLowerCase()) ?? [];
  const [id, another] = digits === undefined ? [] : rows.idsFrom(`wake_${digits}`, session);
  if (another !== undefined)
    throw new RingbackError('ambiguous', `More than one wake-up begins with ${idText}.`, 'Give more digits.');
  const wakeUp = id === undefined ? undefined : rows.get(id);
  if (wakeUp) return wakeUp;
  throw new RingbackError('not_found', `There is no wake-up ${idText}.`, 'See `ringback wake ls`.');
}

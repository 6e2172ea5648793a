import { RingbackError } from '../base/errors.ts';
import type { DelegationRows } from './rows.ts';
import type { Unit } from './unit.ts';

/** By its id, or as much of its beginning as no other has. With a session, those of others do not exist. */
export function resolveUnit(rows: DelegationRows, idText: string, session?: string): Unit {
  const given = idText.trim().toLowerCase();
  const exact = rows.unit(given);
  if (exact && (session === undefined || exact.session === session)) return exact;
  const isPrefix = /^(?:dlg_)?[0-9a-f]{4,12}$/.test(given);
  const prefix = given.startsWith('dlg_') ? given : `dlg_${given}`;
  const [found, another] = isPrefix ? rows.unitsFrom(prefix, session) : [];
  if (found && another)
    throw new RingbackError(
      'ambiguous',
      `More than one delegation begins with ${idText}.`,
      'Give more digits.',
    );
  if (found) return found;
  const where = session === undefined ? '' : ' of this session';
  throw new RingbackError(
    'not_found',
    `There is no delegation ${idText}${where}.`,
    'See those there are with "list" (ringback delegate ls --all); ended ones are kept for a while only.',
  );
}

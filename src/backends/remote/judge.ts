import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../environment.ts';
import { runToEnd } from '../run-to-end.ts';
import { type Found, findOut } from './find-out.ts';
import type { Connected } from './place-connection.ts';

export type Judged = {
  readonly remoteKeep: string;
  /** The machine that it was started on, where that matters. */
  readonly node: string | undefined;
  readonly wasAcknowledged: boolean;
  /** A job that is begun may not have got so far. */
  readonly isOnItsWay: boolean;
  readonly signal: AbortSignal;
};

/** Another machine of the same name answered: of what runs on the first it knows nothing. */
export type Elsewhere = { readonly answered: string };

/** A place that is just ending ends its keepers first, and then knows the better reason. */
const LAST_WORD_MS = 300;

/** No keeper answers and there is no exit: what became of it is the keeper program's to say. No loss is believed too soon. */
export async function judge(
  { hub, place }: Connected,
  { remoteKeep, node, wasAcknowledged, isOnItsWay, signal }: Judged,
): Promise<Found | Elsewhere | 'look again'> {
  const finding = await findOut(hub, remoteKeep, wasAcknowledged, signal);
  if (finding === 'look again' || finding.kind !== 'lost' || finding.isCertain) return finding;
  if (isOnItsWay) return 'look again';
  await sleep(LAST_WORD_MS, undefined, { signal });
  if (hub.isClosed) return 'look again';
  if (!node) return finding;
  const answered = await nameOf(place, signal);
  if (answered === '') return 'look again';
  return answered === node ? finding : { answered };
}

/** Login nodes share their files and one name. */
async function nameOf(place: Place, signal: AbortSignal): Promise<string> {
  const { stdout } = await runToEnd(place, ['uname', '-n'], { signal });
  return stdout.trim();
}

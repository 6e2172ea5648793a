import { ConnectionBroke, type Hub } from '../../keeper/hub/hub.ts';
import type { Finding } from '../backend.ts';

const KILLED = 'Its keeper was killed, or its machine went down, and it is gone: how it ended is not known.';
const NO_KEEP = 'What was kept of it there is gone: what became of it is not known.';

/** What the engine finds where it is not simply running. */
export type Verdict = Exclude<Finding, { kind: 'running' }>;

/** `isCertain`: nobody knows a better reason. */
export type Found = Verdict & { readonly isCertain?: boolean };

/** What the keeper program there says of a process that no keeper answers for. `look again`: it is all changing. */
export async function findOut(
  { commands }: Pick<Hub, 'commands'>,
  keep: string,
  wasAcknowledged: boolean,
  signal: AbortSignal,
): Promise<Found | 'look again'> {
  const status = await commands.status(keep, signal).catch(unlessBroken);
  if (!status || status.exit) return 'look again';
  if (status.refusal !== undefined)
    return { kind: 'lost', note: `It could not be started: ${status.refusal}.`, isCertain: true };
  switch (status.state) {
    case 'held':
    case 'running':
      return 'look again';
    case 'detached':
      return { kind: 'detached' };
    case 'lost':
      return { kind: 'lost', note: KILLED };
  }
  if (wasAcknowledged) return { kind: 'lost', note: NO_KEEP };
  // Whatever was sent and did not arrive yet must find the name taken.
  const isClaimed = await commands.claim(keep, signal).catch(unlessBroken);
  return isClaimed ? { kind: 'unstarted' } : 'look again';
}

function unlessBroken(error: unknown): undefined {
  if (!(error instanceof ConnectionBroke)) throw error;
}

import { parseExit } from '../../keeper/exit.ts';
import { type Hub, isBroken } from '../../keeper/hub/hub.ts';
import { parseRecord, truthField } from '../../keeper/record.ts';
import type { Finding } from '../backend.ts';

const KILLED = 'Its keeper was killed, or its machine went down, and it is gone: how it ended is not known.';
const NO_KEEP = 'What was kept of it there is gone: what became of it is not known.';

/** What the keeper program exits with where there is nothing to look at. */
const NO_SUCH_KEEP = 1;

/** What the engine finds where it is not simply running. */
export type Verdict = Exclude<Finding, { kind: 'running' }>;

/** `isCertain`: nobody knows a better reason. */
export type Found = Verdict & { readonly isCertain?: boolean };

/** What the keeper program there says of a process that no keeper answers for. `look again`: it is all changing. */
export async function findOut(
  hub: Hub,
  keep: string,
  wasAcknowledged: boolean,
  signal: AbortSignal,
): Promise<Found | 'look again'> {
  const fields = await ask(hub, ['status', keep], signal);
  if (!fields) return 'look again';
  if (fields.has('complete') && parseExit(fields)) return 'look again';
  const refusal = fields.get('refusal');
  if (refusal !== undefined)
    return { kind: 'lost', note: `It could not be started: ${refusal}.`, isCertain: true };
  switch (fields.get('state')) {
    case 'running':
      return 'look again';
    case 'detached':
      return { kind: 'detached' };
    case 'lost':
      return { kind: 'lost', note: KILLED };
  }
  if (wasAcknowledged) return { kind: 'lost', note: NO_KEEP };
  // Whatever was sent and did not arrive yet must find the name taken.
  const claim = await ask(hub, ['claim', keep], signal);
  return claim && truthField(claim, 'claimed') ? { kind: 'unstarted' } : 'look again';
}

/** Undefined when the connection broke, or the word was killed before it could answer. */
async function ask(hub: Hub, args: readonly string[], signal: AbortSignal) {
  try {
    const { code, output } = await hub.run(args, signal);
    return code === 0 || code === NO_SUCH_KEEP ? parseRecord(output, '\n') : undefined;
  } catch (error) {
    if (isBroken(error)) return undefined;
    throw error;
  }
}

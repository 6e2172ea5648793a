import { withinMs } from '../base/within-ms.ts';
import { readSamples, type Sample } from '../keeper/samples.ts';
import { type Context, getRow, keepOf } from './context.ts';

/** A keeper elsewhere is asked; one that does not answer soon has none. */
const WAITS_MS = 1_000;

/**
 * What a process used over time, from its keep: also of one that has ended. Of one that runs elsewhere its keeper there has
 * them, as long as it runs.
 */
export async function samples(context: Context, id: string): Promise<Sample[]> {
  const { id: known } = getRow(context, id);
  const kept = readSamples(keepOf(context, known));
  if (kept.length > 0) return kept;
  const answer = context.live.get(known)?.keeper?.then((keeper) => keeper.samples());
  return (
    (answer &&
      (await withinMs(
        WAITS_MS,
        answer.catch(() => undefined),
      ))) ??
    []
  );
}

import type { Context } from './context.ts';
import { type KillResult, kill } from './kill.ts';
import { mayHaveLeftSomething } from './left-behind.ts';
import { isEnded } from './life.ts';
import { toSnapshot } from './row.ts';

export type KillAllOptions = { readonly task?: string; readonly session?: string; readonly graceMs?: number };

/** Ends everything, or everything of a task or session; also what ended ones left behind. */
export async function killAll(
  context: Context,
  options: KillAllOptions = {},
): Promise<{ killed: number; results: KillResult[] }> {
  const { graceMs, ...filter } = options;
  const candidates = context.rows
    .list({ ...filter, includeForeground: true })
    .map(toSnapshot)
    .filter((process) => !isEnded(process.life) || mayHaveLeftSomething(process));
  const how = { source: 'kill_all', ...(graceMs !== undefined && { graceMs }) } as const;
  const outcomes = await Promise.allSettled(
    candidates.map(async (process) => {
      const wasEnded = isEnded(process.life);
      // What an ended one may have left in a place that is out of reach keeps nobody from ending the rest.
      const result = await kill(context, process.id, how).catch((error) => {
        if (!wasEnded) throw error;
      });
      return { wasEnded, result };
    }),
  );
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  // One that ended by itself meanwhile counts; one that had left nothing behind after all does not.
  const counted = results.flatMap(({ wasEnded, result }) =>
    result && (!wasEnded || result.status === 'killed') ? [result] : [],
  );
  return { killed: counted.length, results: counted };
}

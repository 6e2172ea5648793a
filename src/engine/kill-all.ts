import type { Context } from './context.ts';
import { kill } from './kill.ts';
import { mayHaveLeftSomething } from './left-behind.ts';
import { isEnded } from './life.ts';
import { toSnapshot } from './row.ts';
import type { KillResult } from './types.ts';

export type KillAllOptions = { readonly task?: string; readonly session?: string; readonly graceMs?: number };

/** Ends everything, or everything of a task or session; also what ended ones left behind. */
export async function killAll(
  context: Context,
  { graceMs, ...filter }: KillAllOptions,
): Promise<{ killed: number; results: KillResult[] }> {
  const candidates = context.rows
    .list(filter)
    .map(toSnapshot)
    .filter((process) => !isEnded(process.life) || mayHaveLeftSomething(process));
  const options = { source: 'kill_all', ...(graceMs !== undefined && { graceMs }) } as const;
  const results = await Promise.all(
    candidates.map(async (process) => ({
      wasEnded: isEnded(process.life),
      result: await kill(context, process.id, options),
    })),
  );
  // One that ended by itself meanwhile counts; one that had left nothing behind after all does not.
  const counted = results.filter(({ wasEnded, result }) => !wasEnded || result.status === 'killed');
  return { killed: counted.length, results: counted.map(({ result }) => result) };
}

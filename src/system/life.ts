import { backoffMs } from '../base/backoff.ts';
import { endOf, terminationSource } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';

export type ProgramState = 'down' | 'starting' | 'up' | 'resting';
export type ProgramEvent = 'want' | 'answer' | 'silence' | 'leave' | 'crash' | 'rest';

/**
 * The life of a program that the daemon keeps. `want`: somebody needs it, or it runs since an earlier daemon. `answer`: its
 * socket does. `silence`: it does not any more, though the program runs. `leave`: it ended well, or a person ended it. `crash`:
 * it ended otherwise, also under an earlier daemon, or could not be started. `rest`: the pause is over.
 */
export const programLife = {
  down: { want: 'starting', crash: 'resting' },
  starting: { answer: 'up', leave: 'down', crash: 'resting' },
  up: { silence: 'starting', leave: 'down', crash: 'resting' },
  resting: { rest: 'starting' },
} as const satisfies Readonly<Record<ProgramState, Partial<Record<ProgramEvent, ProgramState>>>>;

/** The state after this; undefined where it cannot happen. */
export function after(state: ProgramState, event: ProgramEvent): ProgramState | undefined {
  const next: Readonly<Partial<Record<ProgramEvent, ProgramState>>> = programLife[state];
  return next[event];
}

/** One that was up for so long is not in a loop of crashes. */
export const STEADY_MS = 60_000;

/** What the daemon's own stop is called (`Programs.stop`): where work was left, the next daemon starts it again at once. */
export const STOPPED = 'kill_all';
/** What the end of one that did not answer in time is called. */
export const TOO_LATE = 'max_runtime';

/** What the end of its process means. With exit code 0 it says that there is nothing left to do, whoever has ended it. */
export function verdictOn({ life }: Pick<ProcessSnapshot, 'life'>): 'leave' | 'crash' {
  const source = terminationSource(life);
  if (source === TOO_LATE) return 'crash';
  const isGood = life.state === 'exited' && life.exit.exitCode === 0;
  return isGood || source === 'process.kill' ? 'leave' : 'crash';
}

/** How often it has failed in a row, from the processes of one program that have ended, the last one first. */
export function countFailures(ended: readonly Pick<ProcessSnapshot, 'life' | 'startedAt'>[]): number {
  let count = 0;
  for (const process of ended) {
    if (verdictOn(process) === 'leave' || terminationSource(process.life) === STOPPED) break;
    count += 1;
    if ((endOf(process.life) ?? 0) - process.startedAt >= STEADY_MS) break;
  }
  return count;
}

/** How long to wait before it is started again. */
export function restMs(failures: number, random: number): number {
  return failures === 0 ? 0 : backoffMs(failures - 1, random);
}

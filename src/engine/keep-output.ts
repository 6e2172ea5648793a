import { listOutput, type Output } from '../output/segments.ts';
import { type Context, keepOf } from './context.ts';
import { isEnded } from './life.ts';
import type { ProcessSnapshot } from './types.ts';

/** The output as it is now. Of an ended process it is known how much there was: what is missing is a gap. */
export function outputOf(context: Context, process: ProcessSnapshot): Output {
  return listOutput(keepOf(context, process.id), printedAtLeast(process));
}

export function printedAtLeast({ life }: ProcessSnapshot): number {
  return life.state === 'exited' ? life.exit.finalOffset : 0;
}

/** Whether nothing more will come: half a character at the end is then a broken one, not one to wait for. */
export function isComplete({ life }: ProcessSnapshot): boolean {
  return isEnded(life) && !(life.state === 'exited' && life.exit.outputOpen);
}

import { tailText } from '../output/tail.ts';
import { type Context, getSnapshot } from './context.ts';
import { isComplete, outputOf } from './keep-output.ts';

/** The last characters of what was printed, as clean text. */
export function preview(context: Context, id: string, characters: number): string {
  const process = getSnapshot(context, id);
  return tailText(outputOf(context, process), characters, { isFinal: isComplete(process) });
}

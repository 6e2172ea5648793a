import type { Outcome, ToolContext } from '../context.ts';
import type { ProcessArguments } from './definition.ts';

/** One action of the tool, on one process. */
export type ProcessAction = (
  context: ToolContext,
  id: string,
  args: ProcessArguments,
) => Promise<Outcome> | Outcome;

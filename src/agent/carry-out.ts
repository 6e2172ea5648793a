import { RingbackError } from '../base/errors.ts';
import { NoDaemonError } from '../client/link.ts';
import { type Call, type Outcome, outcomeUnknown, type Tool } from './tool.ts';

/** What a call comes to. Thrown is only what says nothing about what was done. */
export async function carryOut(
  tool: Tool | undefined,
  name: string,
  input: unknown,
  call: Call,
): Promise<Outcome> {
  // Of one that is gone nobody knows whether it may be repeated.
  if (call.isRepeat && (tool?.repeat ?? 'never') === 'never') return outcomeUnknown;
  if (!tool) return { output: `There is no tool ${name}.`, isError: true };
  try {
    return await tool.execute(input, call);
  } catch (error) {
    // The daemon's own words are an answer; that there is none says nothing about what was done.
    if (!(error instanceof RingbackError) || error instanceof NoDaemonError) throw error;
    return { output: `${error.message} ${error.hint}`.trim(), isError: true };
  }
}

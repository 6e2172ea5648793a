import { uptime } from 'node:os';
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

/**
 * Whether the tool may know nothing of a call that began then: it is long ago, or the machine has started since, and a power
 * cut may have taken what the tool had written.
 */
export function isForgottenBy(tool: Tool | undefined, begunAt: number): boolean {
  const now = Date.now();
  if (now - begunAt > (tool?.knownForMs ?? Infinity)) return true;
  return tool?.repeat !== 'harmless' && begunAt < now - uptime() * 1000;
}

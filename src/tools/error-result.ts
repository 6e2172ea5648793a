import type { RingbackError } from '../base/errors.ts';
import type { ToolName } from '../wire/tool-types.ts';

/** An error as a model reads it: what is wrong, and what to do. */
export function toErrorResult(name: ToolName, error: RingbackError): Record<string, unknown> {
  const sentence = error.hint === '' ? error.message : `${error.message} ${error.hint}`;
  if (name !== 'process') return { output: '', exit_code: null, error: sentence };
  return { ...statusOf(error), error: sentence };
}

function statusOf({ code }: RingbackError): { status?: string } {
  if (code === 'not_found' || code === 'ambiguous') return { status: 'not_found' };
  return code === 'already_exited' ? { status: 'already_exited' } : {};
}

import type { RingbackError } from '../base/errors.ts';
import type { ToolName } from '../wire/tool.ts';

/** A message may quote what the model wrote, of any size: its beginning and end are enough. */
const LONGEST = 800;
const BEGINNING = 600;

/** An error for the model: what is wrong, and what to do. */
export function toErrorResult(name: ToolName, error: RingbackError): Record<string, unknown> {
  const sentence = [error.message, error.hint]
    .filter((text) => text !== '')
    .map(shorten)
    .join(' ');
  if (name !== 'process') return { output: '', exit_code: null, error: sentence };
  return { ...statusOf(error), error: sentence };
}

function statusOf({ code }: RingbackError): { status?: string } {
  if (code === 'not_found' || code === 'ambiguous') return { status: 'not_found' };
  return code === 'already_exited' ? { status: 'already_exited' } : {};
}

function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  const [head, tail] = [text.slice(0, BEGINNING), text.slice(BEGINNING - LONGEST)];
  return `${head} … ${tail}`.toWellFormed();
}

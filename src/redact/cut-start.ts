import { lookBack } from './limits.ts';
import { endOfCutBlock } from './pem.ts';
import { lineEnd } from './pem-lines.ts';
import { type Span, vagueness } from './span.ts';

const restOfLine = /^[A-Za-z0-9+/]*$/;
/**
 * The last line of a key is short. If the line before it and the mark after it are cut, only its mix of characters
 * reveals it.
 */
const lastLine = /^(?=.*(?:\d|=))(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9+/]{8,76}={0,2}$/;

/**
 * What a gap has cut: up to the first line end it may be the rest of a secret, which no rule can recognize, and lines
 * of a key may follow.
 */
export function cutStartSpans(text: string): Span[] {
  const newline = text.slice(0, lookBack).indexOf('\n');
  const end = newline === -1 ? Math.min(text.length, lookBack) : newline;
  const keyEnd = newline === -1 ? 0 : endOfKey(text, newline);
  const spans: Span[] = [];
  if (end > 0) spans.push({ start: 0, end, id: 'cut-line', vagueness: vagueness.guess });
  if (keyEnd > newline + 1) {
    spans.push({ start: newline + 1, end: keyEnd, id: 'private-key', vagueness: vagueness.structure });
  }
  return spans;
}

function endOfKey(text: string, newline: number): number {
  const from = newline + 1;
  const end = endOfCutBlock(text, from);
  if (end > from || !restOfLine.test(text.slice(0, newline))) return end;
  const stop = lineEnd(text, from);
  return lastLine.test(text.slice(from, stop)) ? stop : end;
}

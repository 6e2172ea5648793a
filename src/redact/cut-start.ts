import { lookBack } from './limits.ts';
import { endOfCutBlock } from './pem.ts';
import { type Span, vagueness } from './span.ts';

/**
 * What a gap has cut: up to the first line end it may be the rest of a secret, of which no rule can tell, and the lines
 * of a key may follow.
 */
export function cutStartSpans(text: string): Span[] {
  const newline = text.slice(0, lookBack).indexOf('\n');
  const end = newline === -1 ? Math.min(text.length, lookBack) : newline;
  const keyEnd = newline === -1 ? 0 : endOfCutBlock(text, newline + 1);
  const spans: Span[] = [];
  if (end > 0) spans.push({ start: 0, end, id: 'cut-line', vagueness: vagueness.guess });
  if (keyEnd > newline + 1) {
    spans.push({ start: newline + 1, end: keyEnd, id: 'private-key', vagueness: vagueness.structure });
  }
  return spans;
}

import { cutStartSpans } from './cut-start.ts';
import type { Finder } from './finder.ts';
import { lookBack } from './limits.ts';
import { isOpenKey } from './pem.ts';
import { mergeSpans, replaceSpans, type Span } from './span.ts';
import { restStart, unfinishedSpans } from './unfinished.ts';

/** Redacts text that arrives in pieces. */
export type RedactingStream = {
  /** What can be shown now. What may still become part of a secret is withheld, at most 16 KiB. */
  push(text: string): string;
  /** What was withheld, at the end or after a pause; half a token is not shown. */
  flush(): string;
  /** Text is missing here: returns what was withheld; what comes next counts as cut. */
  gap(): string;
};

export function createRedactingStream(find: Finder, literals: readonly string[]): RedactingStream {
  /** Already shown, and kept to recognize what follows. */
  let shown = '';
  let held = '';
  let startsCut = false;

  function findAll(text: string): Span[] {
    return startsCut ? mergeSpans([...cutStartSpans(text), ...find(text)]) : find(text);
  }

  function show(text: string, spans: readonly Span[], limit: number): string {
    const end = Math.max(shown.length, text.length - lookBack, limit);
    const out = replaceSpans(text, spans, shown.length, end);
    const context = Math.max(0, end - lookBack);
    startsCut ||= context > 0;
    shown = text.slice(context, end);
    held = text.slice(end);
    return out;
  }

  function flush(): string {
    const text = shown + held;
    return show(text, mergeSpans([...findAll(text), ...unfinishedSpans(text, literals)]), text.length);
  }

  return {
    push(more) {
      held += more;
      const text = shown + held;
      const spans = findAll(text);
      return show(text, spans, settledEnd(text, spans, restStart(text, literals)));
    },
    flush,
    gap() {
      const out = flush();
      shown = '';
      startsCut = true;
      return out;
    },
  };
}

/** Up to where more text changes nothing: not inside a secret, nor in one that may continue. */
export function settledEnd(text: string, spans: readonly Span[], rest: number): number {
  let end = rest;
  for (const span of spans.toReversed()) {
    const mayGrow = span.end === text.length || isOpenKey(text, span);
    if (mayGrow || span.end > end) end = Math.min(end, span.start);
  }
  return end;
}

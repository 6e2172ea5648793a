import { cleanText } from '../output/clean-text.ts';
import { cutToLast } from './cut.ts';
import { cutStartSpans } from './cut-start.ts';
import { createDetectors } from './detectors.ts';
import { createFinder, type Finder } from './finder.ts';
import { lookBack } from './limits.ts';
import { mergeSpans, moveSpans, outsideSpans, replaceSpans, type Span } from './span.ts';
import { longRestStart, settledEnd, unfinishedSpans, unfinishedStart } from './unfinished.ts';

type RedactOptions = {
  /**
   * The requested part; the text around it is only context. Give 16 KiB before it and, if there is more, after it
   * (`lookBack` in limits.ts): then no limit can show half a secret.
   */
  readonly from?: number;
  readonly to?: number;
  /** Text before this one is missing: its first line is withheld, because it may be the rest of a secret. */
  readonly afterGap?: boolean;
  /** The same for positions inside the text before which something is missing. */
  readonly gaps?: readonly number[];
  /** More will come: an unfinished token is withheld. */
  readonly isOpen?: boolean;
  /** It is output that was cleaned when it was read (`TextCleaner`): it is not cleaned again. */
  readonly isClean?: boolean;
};

export type TailOptions = Omit<RedactOptions, 'from' | 'to'> & {
  /** Characters. */
  readonly keepLast: number;
};

type InspectOptions = {
  /** Text before this one is missing, or was not examined. */
  readonly afterGap?: boolean;
  /** More will come: at once, or perhaps ('quiet': nothing has come for a while; the last word is complete). */
  readonly isOpen?: boolean | 'quiet';
};

/** For callers that cut the text themselves, at positions that they have to find again. */
export type Inspection = {
  /** What must not be shown, in order and without overlaps. */
  readonly spans: readonly Span[];
  /** Where the end begins that may become (part of) a secret when more comes; not inside a span. */
  readonly settled: number;
};

export type Redactor = {
  /**
   * What is secret in a text that is already clean (a `MappedText`): invisible characters could hide secrets. What a
   * gap cut reaches at most 16 KiB.
   */
  inspect(text: string, options?: InspectOptions): Inspection;
  /**
   * The text, cleaned first (`cleanText`), with `[REDACTED:<rule>]` in place of every secret. Redacting again changes
   * nothing. For everything that leaves: commands, folders, notes, patterns, output.
   */
  redact(text: string, options?: RedactOptions): string;
  /**
   * The end of a text, redacted before it is cut (trap 8), and cut at the start of a line. The text must reach 16 KiB
   * further back than what is kept, or to its beginning.
   */
  redactAndCut(text: string, options: TailOptions): string;
};

/** If not enabled, text is only cleaned and cut. */
export function createRedactor({ enabled = true } = {}): Redactor {
  return enabled ? createWorkingRedactor() : idleRedactor;
}

function createWorkingRedactor(): Redactor {
  // Built on first use: it takes some milliseconds.
  let finder: Finder | undefined;
  const find: Finder = (text) => {
    finder ??= createFinder(createDetectors());
    return finder(text);
  };

  function redact(given: string, options: RedactOptions = {}): string {
    const { text, from, to, gaps } = cleaned(given, options);
    const { afterGap = false, isOpen = false } = options;
    const found = find(text);
    const edges = [
      ...(afterGap ? cutStartSpans(text) : []),
      ...gaps.flatMap((gap) => moveSpans(cutStartSpans(text.slice(gap)), gap)),
      ...(isOpen ? unfinishedSpans(text) : []),
    ];
    const spans = edges.length > 0 ? mergeSpans([...found, ...edges]) : found;
    return spans.length === 0 ? text.slice(from, to) : replaceSpans(text, spans, from, to);
  }

  function inspect(text: string, { afterGap = false, isOpen = false }: InspectOptions = {}): Inspection {
    const found = find(text);
    const spans = afterGap ? mergeSpans([...found, ...cutStartSpans(text.slice(0, lookBack))]) : found;
    if (isOpen === false) return { spans, settled: text.length };
    const settled =
      isOpen === 'quiet'
        ? outsideSpans(spans, unfinishedStart(text))
        : settledEnd(text, spans, longRestStart(text));
    return { spans, settled };
  }

  return {
    inspect,
    redact,
    redactAndCut: (text, { keepLast, ...options }) => cutToLast(redact(text, options), keepLast),
  };
}

const idleRedactor: Redactor = {
  inspect: (text) => ({ spans: [], settled: text.length }),
  redact(given, options = {}) {
    const { text, from, to } = cleaned(given, options);
    return text.slice(from, to);
  },
  redactAndCut: (text, { keepLast, ...options }) => cutToLast(cleaned(text, options).text, keepLast),
};

/** The clean text, and the positions in it of those in the given one. */
function cleaned(given: string, { from, to, gaps = [], isClean = false }: RedactOptions) {
  const text = isClean ? given : cleanText(given);
  if (text === given) return { text, from, to, gaps };
  const moved = (place: number): number => cleanText(given.slice(0, place)).length;
  return {
    text,
    from: from === undefined ? undefined : moved(from),
    to: to === undefined ? undefined : moved(to),
    gaps: gaps.map(moved),
  };
}

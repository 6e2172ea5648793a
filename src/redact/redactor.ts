import { cleanText } from '../output/clean-text.ts';
import { cutToLast } from './cut.ts';
import { cutStartSpans } from './cut-start.ts';
import { createDetectors } from './detectors.ts';
import { createFinder, type Finder } from './finder.ts';
import { lookBack } from './limits.ts';
import { createLiteralDetectors, shortestLiteral } from './literals.ts';
import { mergeSpans, moveSpans, outsideSpans, replaceSpans, type Span } from './span.ts';
import { createRedactingStream, type RedactingStream, settledEnd } from './stream.ts';
import { longRestStart, unfinishedSpans, unfinishedStart } from './unfinished.ts';

type RedactOptions = {
  /**
   * The part that is wanted; the text around it is only looked at. Give 16 KiB before it and, where there is more,
   * after it (`lookBack` in limits.ts): then no limit can show half a secret.
   */
  readonly from?: number;
  readonly to?: number;
  /** Text before this one is missing: its first line is withheld, for it may be the rest of a secret. */
  readonly afterGap?: boolean;
  /** The same for places inside of the text, before which something is missing. */
  readonly gaps?: readonly number[];
  /** More will come: a token that has only begun is withheld. */
  readonly isOpen?: boolean;
  /** It is output that was cleaned when it was read (`TextCleaner`): it is not looked through again. */
  readonly isClean?: boolean;
};

export type TailOptions = Omit<RedactOptions, 'from' | 'to'> & {
  /** Characters. */
  readonly keepLast: number;
};

type InspectOptions = {
  /** Text before this one is missing, or was not looked at. */
  readonly afterGap?: boolean;
  /** More will come: at once, or perhaps ('quiet': nothing has come for a while; a word that stands there is whole). */
  readonly isOpen?: boolean | 'quiet';
};

/** For who cuts the text himself, at places that he has to find again. */
export type Inspection = {
  /** What must not be shown, in order and without overlaps. */
  readonly spans: readonly Span[];
  /** Where the end begins that may become (a part of) a secret when more comes; not inside of a span. */
  readonly settled: number;
};

export type Redactor = {
  /**
   * What is secret in a text that is clean already (a `MappedText`): secrets hide behind what is not seen. What a gap
   * cut reaches no further than 16 KiB.
   */
  inspect(text: string, options?: InspectOptions): Inspection;
  /**
   * The text, cleaned first (`cleanText`), with `[REDACTED:<rule>]` in the place of every secret. Redacting again
   * changes nothing. For everything that leaves: commands, folders, notes, patterns, what was printed.
   */
  redact(text: string, options?: RedactOptions): string;
  /**
   * The end of a text, redacted before it is cut (trap 8), and cut at a line start. The text must reach 16 KiB further
   * back than what is kept, or to its beginning.
   */
  redactAndCut(text: string, options: TailOptions): string;
  /** For clean text that comes in pieces. */
  createStream(): RedactingStream;
};

type RedactorOptions = {
  /** Off, text is only cleaned and cut. */
  readonly enabled?: boolean;
  /** Values that are secret whatever they look like, from 8 characters on. */
  readonly extraSecrets?: readonly string[];
};

export function createRedactor({ enabled = true, extraSecrets = [] }: RedactorOptions = {}): Redactor {
  return enabled ? createWorkingRedactor(extraSecrets) : idleRedactor;
}

function createWorkingRedactor(extraSecrets: readonly string[]): Redactor {
  const literals = extraSecrets.filter((secret) => secret.length >= shortestLiteral);
  // Built when there is something to redact: it takes some milliseconds.
  let finder: Finder | undefined;
  const find: Finder = (text) => {
    finder ??= createFinder([...createDetectors(), ...createLiteralDetectors(literals)]);
    return finder(text);
  };

  function redact(given: string, options: RedactOptions = {}): string {
    const { text, from, to, gaps } = cleaned(given, options);
    const { afterGap = false, isOpen = false } = options;
    const found = find(text);
    const edges = [
      ...(afterGap ? cutStartSpans(text) : []),
      ...gaps.flatMap((gap) => moveSpans(cutStartSpans(text.slice(gap)), gap)),
      ...(isOpen ? unfinishedSpans(text, literals) : []),
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
        ? outsideSpans(spans, unfinishedStart(text, literals))
        : settledEnd(text, spans, longRestStart(text, literals));
    return { spans, settled };
  }

  return {
    inspect,
    redact,
    redactAndCut: (text, { keepLast, ...options }) => cutToLast(redact(text, options), keepLast),
    createStream: () => createRedactingStream(find, literals),
  };
}

const idleRedactor: Redactor = {
  inspect: (text) => ({ spans: [], settled: text.length }),
  redact(given, options = {}) {
    const { text, from, to } = cleaned(given, options);
    return text.slice(from, to);
  },
  redactAndCut: (text, { keepLast, ...options }) => cutToLast(cleaned(text, options).text, keepLast),
  createStream: () => ({ push: (text) => text, flush: () => '', gap: () => '' }),
};

/** The clean text, and where in it the places of the given one are. */
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

const common = createRedactor();

/** With the rules alone; who knows secrets by their value makes a redactor. */
export function redact(text: string, options?: RedactOptions): string {
  return common.redact(text, options);
}

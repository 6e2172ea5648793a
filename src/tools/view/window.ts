import { type MappedText, mapText, unitAt } from '../../output/mapped-text.ts';
import { type Piece, readPieces } from '../../output/read.ts';
import { startOfKept } from '../../output/segments.ts';
import { lookBack } from '../../redact/limits.ts';
import type { Inspection } from '../../redact/redactor.ts';
import type { Source } from './source.ts';

/** Text without a gap, with its secrets; or a gap. No secret spans a gap. */
export type Part =
  | ({ readonly type: 'text'; readonly endsOpen: boolean } & MappedText & Inspection)
  | { readonly type: 'gap'; readonly from: number; readonly to: number };

/** Bytes `[from, to)`, examined together with what surrounds them (promise 17). */
export type Window = {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly Part[];
};

/** Colour codes and progress bars take more bytes than text: at most this much further is read. */
const widest = 1024 * 1024;
const ahead = 4 * lookBack;

/** The window for all of `[from, to)`. */
export function lookAt(source: Source, from: number, to: number): Window {
  for (let before = 2 * lookBack; ; before *= 8) {
    const start = Math.max(0, from - before);
    const parts = readParts(source, start, from, to);
    if (start === 0 || before >= widest || charactersBefore(parts, from) >= lookBack)
      return { from, to, parts: inspect(source, parts) };
  }
}

/**
 * A window that ends at `to` and has at least the last `characters` of `[from, to)`, if enough bytes have that many.
 */
export function lookAtLast(source: Source, from: number, to: number, characters: number): Window {
  const most = widest + 4 * characters;
  // As much again may be withheld at the end of a running process.
  const wanted = characters + (source.continuation === 'never' ? 1 : 2) * lookBack;
  for (let bytes = Math.ceil(1.25 * wanted); ; bytes *= 8) {
    const start = startOfKept(source.output, to, Math.min(bytes, most));
    if (start <= from) return lookAt(source, from, to);
    const parts = readParts(source, start, start, to);
    const isEnough = charactersBefore(parts, to) >= wanted;
    if (isEnough || bytes >= most)
      return { from: isEnough ? behindLookBack(parts, start) : start, to, parts: inspect(source, parts) };
  }
}

type RawPart =
  | ({ readonly type: 'text'; readonly end: 'gap' | 'window' | 'output' } & MappedText)
  | { readonly type: 'gap'; readonly from: number; readonly to: number };

function readParts(
  { output, continuation, keepsReplaced = false }: Source,
  start: number,
  from: number,
  to: number,
): RawPart[] {
  const stop = Math.min(output.end, to + ahead);
  const parts: RawPart[] = [];
  let run: (Piece & { type: 'output' })[] = [];
  const endRun = (end: 'gap' | 'window' | 'output'): void => {
    const [first] = run;
    if (first === undefined) return;
    const bytes = Buffer.concat(run.map((piece) => piece.bytes));
    const isFinal = end === 'output' && continuation === 'never';
    parts.push({
      type: 'text',
      end,
      ...mapText(first.offset, bytes, { isFinal, keepBefore: to, keepsReplaced }),
    });
    run = [];
  };
  // Read in three parts, so that a gap that reaches into the window is counted only from there.
  for (const [low, high] of [
    [start, from],
    [from, to],
    [to, stop],
  ] as const) {
    for (const piece of readPieces(output, low, high)) {
      if (piece.type === 'output') run.push(piece);
      else {
        endRun('gap');
        parts.push(piece);
      }
    }
  }
  endRun(stop < output.end ? 'window' : 'output');
  return parts;
}

function charactersBefore(parts: readonly RawPart[], offset: number): number {
  let sum = 0;
  for (const part of parts) if (part.type === 'text') sum += unitAt(part, offset);
  return sum;
}

/** The first 16 KiB are enough context. With a gap in them less is needed: what a gap cut is withheld. */
function behindLookBack([first]: readonly RawPart[], start: number): number {
  if (first?.type !== 'text') return start;
  return first.offsets[Math.min(lookBack, first.text.length)] ?? start;
}

function inspect({ redactor, continuation }: Source, parts: readonly RawPart[]): Part[] {
  return parts.map((part) => {
    if (part.type === 'gap') return part;
    const endsOpen = part.end === 'output' && continuation !== 'never';
    const isCut = part.end !== 'output';
    const isOpen = endsOpen && continuation === 'perhaps' ? 'quiet' : endsOpen || isCut;
    return { ...part, ...redactor.inspect(part.text, { afterGap: part.startsInside, isOpen }), endsOpen };
  });
}

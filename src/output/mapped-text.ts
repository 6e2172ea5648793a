import { bisect } from './bisect.ts';
import { type EscapeState, stepEscape } from './escape-codes.ts';
import { cutCharacterBytes, halfCharacterBytes } from './half-codes.ts';
import { invisibleUnits } from './invisible.ts';
import { isStartupNoise } from './startup-noise.ts';
import { nextControl } from './text-cleaner.ts';
import { decodeWithOffsets } from './unit-offsets.ts';

/** Clean text that knows the offset of each of its characters. */
export type MappedText = {
  readonly text: string;
  /** The offset of each UTF-16 unit of `text`, and of the byte after the last; they only grow. */
  readonly offsets: Float64Array;
  /** It may begin with the rest of something: no line, nor its replacement, began there. */
  readonly startsInside: boolean;
};

type MapOptions = {
  /**
   * Nothing follows: an incomplete character at the end is then invalid. Otherwise it is left out, also of `offsets`.
   */
  readonly isFinal?: boolean;
  /** A carriage return after this offset does not replace what was printed before it. */
  readonly keepBefore?: number;
  /** A carriage return replaces nothing: everything that was printed is examined. */
  readonly keepsReplaced?: boolean;
};

/** The same text as a `TextCleaner` makes, from bytes that are all available at once. */
export function mapText(offset: number, bytes: Buffer, options: MapOptions = {}): MappedText {
  const { isFinal = false, keepBefore = 0, keepsReplaced = false } = options;
  const cut = offset === 0 ? 0 : cutCharacterBytes(bytes);
  const end = bytes.length - (isFinal ? 0 : halfCharacterBytes(bytes));
  const source = decodeWithOffsets(bytes.subarray(cut, Math.max(cut, end)));
  const base = offset + cut;
  const offsets = new Float64Array(source.text.length + 1);
  let done = '';
  let line = '';
  let state: EscapeState = 'text';
  let isReturned = false;
  let mayBeNoise = offset === 0;
  let startsInside = offset > 0;

  const append = (from: number, to: number): void => {
    if (from === to) return;
    if (isReturned) replaceLine(from);
    const at = done.length + line.length;
    for (let unit = from; unit < to; unit += 1)
      offsets[at + unit - from] = base + (source.offsets[unit] ?? 0);
    line += source.text.slice(from, to);
  };

  const replaceLine = (unit: number): void => {
    isReturned = false;
    const lineStart = done.length;
    const isReplaced = keepBefore > base + (source.offsets[unit] ?? 0);
    const kept = keepsReplaced ? line.length : isReplaced ? 0 : keptUnits(offsets, lineStart, line.length);
    if (kept > 0) {
      done += `${line.slice(0, kept)}\n`;
      offsets[done.length - 1] = base + (source.offsets[unit - 1] ?? 0);
    } else if (lineStart === 0) startsInside = false;
    line = '';
  };

  const keptUnits = (all: Float64Array, from: number, count: number): number => {
    let kept = 0;
    while (kept < count && (all[from + kept] ?? 0) < keepBefore) kept += 1;
    return kept;
  };

  const endLine = (unit: number): void => {
    mayBeNoise &&= isStartupNoise(line);
    if (!mayBeNoise) {
      offsets[done.length + line.length] = base + (source.offsets[unit] ?? 0);
      done += `${line}\n`;
    }
    line = '';
    isReturned = false;
  };

  for (let at = 0; at < source.text.length; ) {
    if (state === 'text') {
      const next = nextControl(source.text, at);
      append(at, next);
      at = next;
      if (at === source.text.length) break;
    }
    const code = source.text.charCodeAt(at);
    const step = stepEscape(state, code);
    state = step.state;
    at += 1;
    if (!step.isText) continue;
    if (code === 0x0a) endLine(at - 1);
    else if (code === 0x0d) isReturned = true;
    else if (code === 0x09) append(at - 1, at);
    else if (code >= 0xa0) {
      const units = invisibleUnits(source.text, at - 1);
      if (units === 0) append(at - 1, at);
      else at += units - 1;
    }
  }

  const isNoise = mayBeNoise && line !== '' && isStartupNoise(line);
  const text = isNoise ? done : done + line;
  // Noise that may still continue as something else is after the end: `offsets` has where it began.
  if (!isNoise || isFinal) offsets[text.length] = base + Math.max(0, end - cut);
  return { text, offsets: offsets.subarray(0, text.length + 1), startsInside };
}

/** The first character of a text that was printed at `offset` or later. */
export function unitAt({ text, offsets }: MappedText, offset: number): number {
  return bisect(text.length, (at) => (offsets[at] ?? 0) >= offset);
}

import { offsetAt, type Shown, uncutRunAt } from './shown.ts';

/** A part of the shown text, and the bytes that it comes from. */
type CutText = {
  readonly text: string;
  readonly from: number;
  readonly end: number;
};

/** The last `count` characters or fewer: from the start of a line if one is among the first `near` of them. */
export function cutToLast(shown: Shown, count: number, near = Math.floor(count / 2)): CutText {
  const { text, from, end } = shown;
  if (text.length <= count) return { text, from, end };
  if (count <= 0) return { text: '', from: end, end };
  const cut = text.length - count;
  const lineStart = text.indexOf('\n', cut - 1) + 1;
  const isNear = lineStart > 0 && lineStart < text.length && lineStart - cut <= near;
  const start = isNear ? lineStart : behindHalf(shown, cut);
  return { text: text.slice(start), from: offsetAt(shown, start), end };
}

/**
 * The first `count` characters or fewer (but at least one mark), up to the end of a line if one is among the last
 * `near`.
 */
export function cutToFirst(shown: Shown, count: number, near = Math.floor(count / 4)): CutText {
  const { text, from, end } = shown;
  if (text.length <= count) return { text, from, end };
  const lineEnd = text.lastIndexOf('\n', count - 1) + 1;
  const stop = lineEnd > 0 && count - lineEnd <= near ? lineEnd : beforeHalf(shown, count);
  return { text: text.slice(0, stop), from, end: offsetAt(shown, stop) };
}

function behindHalf(shown: Shown, index: number): number {
  const at = uncutRunAt(shown, index)?.end ?? index;
  return isLowSurrogate(shown.text.charCodeAt(at)) ? at + 1 : at;
}

function beforeHalf(shown: Shown, index: number): number {
  const run = uncutRunAt(shown, index);
  const at = run === undefined ? index : run.start > 0 ? run.start : run.end;
  if (!isLowSurrogate(shown.text.charCodeAt(at))) return at;
  return at > 1 ? at - 1 : at + 1;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

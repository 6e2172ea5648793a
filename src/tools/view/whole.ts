import { offsetToLine } from '../../output/lines.ts';
import { gapsIn, type Output } from '../../output/segments.ts';
import { countCharacters } from './count.ts';
import { cutToFirst, cutToLast } from './cut.ts';
import { type Shown, show, withheldMark } from './shown.ts';
import type { Source } from './source.ts';
import { lookAt, lookAtLast } from './window.ts';

export type Whole = {
  readonly output: string;
  readonly truncated?: Missing;
};

type Missing = { readonly missing: number; readonly unit: 'characters' | 'bytes' };

const HEAD_SHARE = 0.4;
/** Bytes that are searched for the head: colour codes and progress bars take more bytes than text. */
const WIDEST_HEAD = 1024 * 1024;
/** Counting more would cost more than the number is worth: then bytes are given. */
const MOST_COUNTED = 16 * 1024 * 1024;

/** Everything up to `end`, or its head and tail. */
export function viewWhole(source: Source, id: string, limit: number, end: number): Whole {
  const to = Math.min(end, source.output.end);
  const beginning = lookAtBeginning(source, to, limit);
  if (beginning.isAll && beginning.shown.text.length <= limit)
    return { output: beginning.shown.text + withheldMark(beginning.shown) };
  const headLimit = Math.floor(limit * HEAD_SHARE);
  const tailLimit = limit - headLimit;
  const head = cutToFirst(beginning.shown, headLimit);
  const ending = show(lookAtLast(source, head.end, Math.max(head.end, to), tailLimit));
  const tail = cutToLast(ending, tailLimit, Math.floor(tailLimit / 4));
  const missing = missingBetween(source.output, head.end, tail.from);
  if (missing.missing === 0) return { output: head.text + tail.text + withheldMark(ending) };
  const line = omissionLine(source.output, id, missing, head.end, tail.from);
  const border = head.text === '' || head.text.endsWith('\n') ? '' : '\n';
  return { output: `${head.text}${border}${line}\n${tail.text}${withheldMark(ending)}`, truncated: missing };
}

function lookAtBeginning(source: Source, to: number, limit: number): { shown: Shown; isAll: boolean } {
  const widest = WIDEST_HEAD + 4 * limit;
  for (let bytes = 4 * limit; ; bytes *= 8) {
    const stop = Math.min(to, bytes, widest);
    const shown = show(lookAt(source, 0, stop));
    const isAll = stop === to;
    if (isAll || shown.text.length > limit || bytes >= widest) return { shown, isAll };
  }
}

/** Of what is no longer on disk the bytes are known, but not the characters. */
function missingBetween(output: Output, from: number, to: number): Missing {
  const bytes = Math.max(0, to - from);
  const isCountable = bytes <= MOST_COUNTED && gapsIn(output, from, to).length === 0;
  return isCountable
    ? { missing: bytes === 0 ? 0 : countCharacters(output, from, to), unit: 'characters' }
    : { missing: bytes, unit: 'bytes' };
}

function omissionLine(
  output: Output,
  id: string,
  { missing, unit }: Missing,
  from: number,
  to: number,
): string {
  const lost = gapsIn(output, from, to).reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const lostNote = lost > 0 ? ` (${lost} of them were not kept)` : '';
  const read = `process(action="log", session_id="${id}", offset=${offsetToLine(output, from).line})`;
  return `[${missing} ${unit} of output are left out here${lostNote}; read them with ${read}]`;
}

import type { Node } from 'jsonc-parser';
import { endOf } from './document.ts';
import { startsLine } from './style.ts';
import { endsInLineComment, findComma, isBlank } from './trivia.ts';

type Cut = readonly [start: number, end: number];

/** Takes a child out with one comma and its line; every comment around it stays. */
export function removeChild(text: string, parent: Node, index: number): string {
  const children = parent.children ?? [];
  const child = children[index];
  if (!child) return text;
  const next = children[index + 1];
  const close = endOf(parent) - 1;
  const commaBehind = findComma(text, endOf(child), next ? next.offset : close);
  const previous = children[index - 1];
  const commaBefore =
    commaBehind === null && previous ? findComma(text, endOf(previous), child.offset) : null;

  const end = commaBehind === null ? endOf(child) : joined(text, endOf(child), commaBehind);
  const isBeforeClose = !next && /^[ \t]*$/.test(text.slice(end, close));
  const mayJoin =
    isBeforeClose && !endsInLineComment(text, previous ? endOf(previous) : parent.offset + 1, child.offset);
  const cuts: Cut[] = [wholeLine(text, child.offset, end, mayJoin)];
  if (commaBehind !== null && end === endOf(child)) cuts.push([commaBehind, commaBehind + 1]);
  if (commaBefore !== null) cuts.unshift([commaBefore, commaBefore + 1]);
  const rest = apply(text, cuts);
  return children.length > 1 ? rest : closeEmpty(rest, parent.offset);
}

/** Up to behind the comma if nothing but white space is between. */
function joined(text: string, end: number, comma: number): number {
  return isBlank(text.slice(end, comma)) ? comma + 1 : end;
}

/** `mayJoin`: what is behind it may go up to the line before. */
function wholeLine(text: string, start: number, end: number, mayJoin: boolean): Cut {
  const [blanksBehind = ''] = /^[ \t]*/.exec(text.slice(end)) ?? [];
  const isLastOnLine = /^\r?(\n|$)/.test(text.slice(end + blanksBehind.length));
  if (startsLine(text, start) && (isLastOnLine || mayJoin)) {
    const [blanks = ''] = /(\r?\n)?[ \t]*$/.exec(text.slice(0, start)) ?? [];
    return [start - blanks.length, end];
  }
  // What follows on the line must stay behind what is before it: that may be the end of a line comment.
  if (startsLine(text, start)) return [start, end + blanksBehind.length];
  const [blanksBefore = ''] = /[ \t]*$/.exec(text.slice(0, start)) ?? [];
  return [start - blanksBefore.length, end];
}

function apply(text: string, cuts: readonly Cut[]): string {
  return cuts.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}

/** `{` and `}` with only white space between become `{}`; both stand where they stood before the cut. */
function closeEmpty(text: string, open: number): string {
  const [inner] = /^\s*[}\]]/.exec(text.slice(open + 1)) ?? [];
  return inner === undefined ? text : text.slice(0, open + 1) + text.slice(open + inner.length);
}

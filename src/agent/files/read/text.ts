import type { FileHandle } from 'node:fs/promises';
import { RingbackError } from '../../../base/errors.ts';
import type { Redactor } from '../../../redact/redactor.ts';
import { replaceSpans } from '../../../redact/span.ts';
import { aroundBytes, cleanLine, cutAt, inspectLines, type Line, withoutReturn } from '../lines.ts';
import { chunksFrom, findLine } from './find-line.ts';
import { longestLine, type TakenLine, takeLines } from './take-lines.ts';

type TextRequest = { readonly first: number; readonly most: number; readonly signal: AbortSignal };

const byteOrderMark = '\ufeff';

/** Lines with their numbers, and what has to be said about them. */
export async function readText(
  redactor: Redactor,
  file: FileHandle,
  { first, most, signal }: TextRequest,
  name: string,
): Promise<string> {
  const found = await findLine(file, first, signal);
  if (!('offset' in found))
    throw new RingbackError('bad_request', `${name} has ${found.lines} lines: there is no line ${first}.`);
  const { offset } = found;
  const { lines, end, endsInside } = await takeLines(chunksFrom(file, offset, signal), offset, most);
  if (lines.length === 0) return `${name} is empty.`;
  const before = await readRange(file, Math.max(0, offset - aroundBytes), offset);
  const after = await readRange(file, end, end + aroundBytes);
  const taken = lines.map((line, index) => decode(line, offset === 0 && index === 0));
  const context = linesOf(before);
  const all = [...context, ...taken, ...linesOf(after)];
  const inspected = inspectLines(redactor, all, offset > aroundBytes);
  const shown = inspected
    .slice(context.length, context.length + taken.length)
    .map(({ text, spans }, index) => {
      const to = cutAt(text, longestLine);
      const cut = to < text.length ? `… [line cut: it has ${lines[index]?.length} bytes]` : '';
      return `${first + index}\t${replaceSpans(text, spans, 0, to)}${cut}`;
    });
  const last = first + lines.length - 1;
  const rest = after.length > 0 ? `; more follow, from offset=${last + 1} on` : ` of ${last}`;
  return [`${name}: lines ${first} to ${last}${rest}`, ...shown, ...notesOn(taken, first, endsInside)].join(
    '\n',
  );
}

type DecodedLine = Line & { readonly hasReturn: boolean; readonly isChanged: boolean };

function decode({ bytes, length }: TakenLine, isFirst: boolean): DecodedLine {
  const raw = bytes.toString();
  const visible = isFirst && raw.startsWith(byteOrderMark) ? raw.slice(1) : raw;
  const text = cleanLine(visible);
  return {
    text,
    isCut: bytes.length < length,
    hasReturn: raw.endsWith('\r'),
    isChanged: text !== withoutReturn(visible) || text.slice(0, longestLine).includes('\ufffd'),
  };
}

/** What an exact edit has to know. */
function notesOn(lines: readonly DecodedLine[], first: number, endsInside: boolean): string[] {
  const returns = lines.filter(({ hasReturn }) => hasReturn).length;
  const changed = lines.flatMap(({ isChanged }, index) => (isChanged ? [first + index] : []));
  const listed = changed.slice(0, 10).join(', ') + (changed.length > 10 ? ', …' : '');
  return [
    ...(returns > 0
      ? [`[${returns === lines.length ? 'The' : returns} lines end with CRLF; edit keeps that.]`]
      : []),
    ...(changed.length > 0
      ? [`[Not shown exactly, because of invisible characters or a wrong encoding: line ${listed}.]`]
      : []),
    ...(endsInside ? ['[No newline at the end.]'] : []),
  ];
}

function linesOf(bytes: Buffer): Line[] {
  if (bytes.length === 0) return [];
  const lines = bytes.toString().split('\n');
  // Behind the newline that ends the last one.
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => ({ text: cleanLine(line), isCut: false }));
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  if (to <= from) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  return buffer.subarray(0, bytesRead);
}

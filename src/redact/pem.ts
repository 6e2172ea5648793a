import type { Detector, Findings } from './detector.ts';
import { lookBack } from './limits.ts';
import { isBody, isFullBody, lineEnd, lineStart, nextLine } from './pem-lines.ts';
import { type Span, vagueness } from './span.ts';

const id = 'private-key';
const begin = /-----BEGIN [A-Z0-9 _-]{0,60}PRIVATE KEY(?: BLOCK)?-----/iy;
const end = /-----END [A-Z0-9 _-]{0,60}PRIVATE KEY(?: BLOCK)?-----/iy;
/** The beginning of common private keys in base64, wherever their first line went. */
const naked =
  /(?:MII[A-Za-z0-9+/]{2,3}IBAAKC|MII[A-Za-z0-9+/]{2,3}IBADANBgkq|MI[A-Za-z0-9+/]{1,4}AgEAMBMGByqGSM49|b3BlbnNzaC1rZXktdjE)[A-Za-z0-9+/=]{8}/y;

/** Where another block begins or ended, or text was redacted before. */
const otherBlock = /-----(?:BEGIN|END) |\[REDACTED:/i;

/** Other programs may print between the lines of a key. */
const mostForeignLines = 3;

/** From its first line to its last, or as far as it goes if the last is missing. */
export const pemBeginDetector: Detector = {
  anchors: ['-----begin '],
  look(text, at, findings) {
    begin.lastIndex = at;
    if (!begin.test(text)) return;
    const bodyStart = begin.lastIndex;
    const last = endOfBlock(text, bodyStart);
    const endsHere = text.length - bodyStart < 4 && text.slice(bodyStart).trim() === '';
    if (last > bodyStart || endsHere) add(findings, at, last);
  },
};

/** A block whose first line is missing, read backwards. */
export const pemEndDetector: Detector = {
  anchors: ['-----end '],
  look(text, at, findings) {
    end.lastIndex = at;
    if (!end.test(text)) return;
    const stop = end.lastIndex;
    const first = startOfBlock(text, at);
    if (first < at) add(findings, first, stop);
  },
};

/** A key without its first line, somewhere in a text. */
export const nakedKeyDetector: Detector = {
  anchors: ['ibaakc', 'ibadanbgkq', 'ageambmgbyqgsm49', 'b3blbnnzac1rzxktdje'],
  look(text, at, findings) {
    for (let start = Math.max(0, at - 6); start <= at; start++) {
      naked.lastIndex = start;
      if (!naked.test(text)) continue;
      add(findings, start, endOfBlock(text, start));
      return;
    }
  },
};

/** The end of the last line that belongs to the block. */
function endOfBlock(text: string, from: number): number {
  let last = from;
  let foreign = 0;
  for (let start = from; start < text.length && start - from < lookBack && foreign <= mostForeignLines; ) {
    const stop = lineEnd(text, start);
    const line = text.slice(start, stop);
    const closing = line.search(/-----END /i);
    if (closing !== -1) return closingEnd(text, start + closing, stop);
    if (otherBlock.test(line)) return last;
    if (isBody(line, foreign === 0)) {
      last = stop;
      foreign = 0;
    } else if (line.trim() !== '') foreign++;
    start = nextLine(text, stop);
  }
  return last;
}

function closingEnd(text: string, at: number, stop: number): number {
  end.lastIndex = at;
  return end.test(text) ? end.lastIndex : stop;
}

function startOfBlock(text: string, at: number): number {
  let first = at;
  let foreign = 0;
  for (let stop = at; stop > 0 && at - stop < lookBack && foreign <= mostForeignLines; ) {
    const start = lineStart(text, stop);
    const line = text.slice(start, stop);
    if (otherBlock.test(line)) return first;
    if (isBody(line, foreign === 0)) {
      first = start;
      foreign = 0;
    } else if (line.trim() !== '') foreign++;
    stop = text[start - 1] === '\n' ? start - 1 : start;
  }
  return first;
}

/** Whether more lines of a key may follow if the text continued. */
export function isOpenKey(text: string, span: Span): boolean {
  if (span.id !== id || /-----END [^\n]*-----$/i.test(text.slice(span.end - 100, span.end))) return false;
  return text.slice(span.end, span.end + lookBack).split('\n').length <= mostForeignLines + 2;
}

/** The lines of a key whose beginning is missing, at the start of a text: from `from` to the result. */
export function endOfCutBlock(text: string, from: number): number {
  let last = from;
  for (let start = from; start < text.length; ) {
    const stop = lineEnd(text, start);
    const line = text.slice(start, stop);
    if (!isFullBody(line)) return last > from && isBody(line, true) ? stop : last;
    last = stop;
    start = nextLine(text, stop);
  }
  return last;
}

function add(findings: Findings, start: number, stop: number): void {
  findings.spans.push({ start, end: stop, id, vagueness: vagueness.exact });
  findings.doneUntil = Math.max(findings.doneUntil, stop);
}

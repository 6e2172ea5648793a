import { type EscapeState, stepEscape } from '../../../src/output/escape-codes.ts';

export type NaiveLine = { readonly offset: number; readonly text: string };
export type NaiveMatch = NaiveLine & { readonly pattern: number };

/** All lines of all bytes at once, one character after the other. The last one is what is behind the last line end. */
export function naiveLines(bytes: Buffer): NaiveLine[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const lines: NaiveLine[] = [];
  let state: EscapeState = 'text';
  let text = '';
  let offset = 0;
  const take = (characters: string, end: number): void => {
    for (const unit of characters.split('')) {
      const code = unit.charCodeAt(0);
      const step = stepEscape(state, code);
      state = step.state;
      if (!step.isText) continue;
      if (unit === '\n' || unit === '\r') {
        lines.push({ offset, text });
        text = '';
        offset = end;
      } else if (unit === '\t' || (code >= 0x20 && (code < 0x7f || code > 0x9f))) text += unit;
    }
  };
  for (let i = 0; i < bytes.length; i += 1) {
    take(decoder.decode(bytes.subarray(i, i + 1), { stream: true }), i + 1);
  }
  take(decoder.decode(), bytes.length);
  lines.push({ offset, text });
  return lines;
}

/** The first pattern that a line matches, or -1. */
export function naivePattern(text: string, patterns: readonly string[]): number {
  return patterns.findIndex((pattern) => {
    const [, source, flag = ''] = /^\/(.+)\/(i?)$/su.exec(pattern) ?? [];
    return source === undefined ? text.includes(pattern) : new RegExp(source, `u${flag}`).test(text);
  });
}

export function naiveScan(lines: readonly NaiveLine[], patterns: readonly string[]): NaiveMatch[] {
  return lines
    .map((line) => ({ ...line, pattern: naivePattern(line.text, patterns) }))
    .filter(({ pattern }) => pattern >= 0);
}

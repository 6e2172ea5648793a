import type { Detector } from './detector.ts';
import { entropyOf, looksRandom } from './entropy.ts';
import { isNumber } from './plain-value.ts';
import { mergeSpans, type Span, vagueness } from './span.ts';
import { tokenStart } from './unfinished.ts';

/** No terminal is narrower. */
const narrowest = 40;
const widest = 512;
/** Fewer characters of a secret reveal nothing. */
const shortestRest = 8;
const rest = /[\w+/=.~-]{1,512}/y;
const begun = /[\w+/=.~-]{3,200}(?=\n)/y;

/** Tokens that were wrapped at the edge of a terminal or by `fold`: their rest begins the next line. */
export function withWrappedRests(text: string, spans: Span[]): Span[] {
  let isLonger = false;
  for (const [index, span] of spans.entries()) {
    if (text[span.end] !== '\n') continue;
    const end = wrappedEnd(text, span.end);
    if (end === span.end || !mayBeWrapped(text, span)) continue;
    spans[index] = { ...span, end };
    isLonger = true;
  }
  return isLonger ? mergeSpans(spans) : spans;
}

/** One that was wrapped so early that no rule recognizes it. */
export const begunTokenDetector: Detector = {
  anchors: [
    ...['ghp_', 'gho_', 'ghs_', 'ghu_', 'ghr_', 'github_pat_', 'glpat-', 'npm_', 'hf_', 'gsk_', 'dckr_pat_'],
    ...[
      'sk-ant-',
      'sk-proj-',
      'sk_live_',
      'rk_live_',
      'xoxb-',
      'xoxp-',
      'xapp-',
      'pypi-',
      'nvapi-',
      'tskey-',
    ],
    ...['eyj', 'akia', 'aiza', 'ya29.', 'gocspx'],
  ],
  look(text, at, { spans }) {
    begun.lastIndex = at;
    const word = begun.exec(text)?.[0];
    if (word === undefined || /[A-Za-z0-9]/.test(text.charAt(at - 1)) || word.search(tokenStart) !== 0)
      return;
    const end = wrappedEnd(text, at + word.length);
    if (end > at + word.length)
      spans.push({ start: at, end, id: 'wrapped-token', vagueness: vagueness.guess });
  },
};

function mayBeWrapped(text: string, { start, end, id }: Span): boolean {
  return id !== 'private-key' && id !== 'cut-line' && looksRandom(text.slice(start, end));
}

function wrappedEnd(text: string, end: number): number {
  const from = Math.max(0, end - widest);
  const width = end - from - (text.slice(from, end).lastIndexOf('\n') + 1);
  if (width < narrowest || width >= widest) return end;
  let stop = end;
  while (text[stop] === '\n' && stop - end < 4096) {
    rest.lastIndex = stop + 1;
    const run = rest.exec(text)?.[0] ?? '';
    if (run.length > width || !(run.length === width || isRest(run))) break;
    stop += 1 + run.length;
    if (run.length < width) break;
  }
  return stop;
}

/** Not the first word of an independent line: a name, a date, a version. */
function isRest(run: string): boolean {
  if (run.length < shortestRest || isNumber(run)) return false;
  if (looksRandom(run, shortestRest)) return true;
  const turns = run.match(/(?<=[a-z])[A-Z]|(?<=[A-Z])[a-z]/g)?.length ?? 0;
  return turns > 0.4 * run.length && entropyOf(run) >= 3;
}

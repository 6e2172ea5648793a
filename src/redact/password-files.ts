import type { Detector } from './detector.ts';
import { isPath, isPlaceholder, looksUnlikeWord } from './plain-value.ts';
import { vagueness } from './span.ts';

const machine =
  /(?:^|\s)(?:machine\s{1,8}\S{1,255}|default)(?:\s{1,40}(?:login|account)\s{1,8}\S{1,128}){0,2}\s{1,40}$/;
const loginOnLine = /(?:^|\s)login[ \t]{1,8}\S{1,128}[ \t]{1,8}$/;
const lineStart = /(?:^|\n)[ \t]*$/;
const password = /password[ \t]{1,8}["']?([^\s"']{3,256})/y;
const lineEnd = /["']?[ \t]*(?:\n|$)/y;

/** `machine … login … password X` in a .netrc. A line `password X` alone is one if X is not a word. */
export const netrcDetector: Detector = {
  anchors: ['password ', 'password\t'],
  look(text, at, { spans }) {
    password.lastIndex = at;
    const value = password.exec(text)?.[1];
    if (value === undefined || isPlaceholder(value)) return;
    const end = password.lastIndex;
    const before = text.slice(Math.max(0, at - 512), at);
    lineEnd.lastIndex = end;
    const isAlone = lineStart.test(before) && lineEnd.test(text);
    const isGuess = isAlone || loginOnLine.test(before);
    if (!machine.test(before) && !(isGuess && looksUnlikeWord(value))) return;
    spans.push({ start: end - value.length, end, id: 'credentials', vagueness: vagueness.structure });
  },
};

const pgpass = /^[^\s:]{1,255}:(?:\d{2,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:([^\s:]{3,256})$/;

/** `host:5432:database:user:X` in a .pgpass. */
export const pgpassDetector: Detector = {
  anchors: [':5432:', ':5433:', ':6432:', ':*:'],
  look(text, at, { spans }) {
    const from = Math.max(0, at - 256);
    const start = from + text.slice(from, at).lastIndexOf('\n') + 1;
    const [line = ''] = text.slice(start, start + 1024).split('\n', 1);
    const value = pgpass.exec(line)?.[1];
    if (value === undefined || isPlaceholder(value) || isPath(value)) return;
    const end = start + line.length;
    spans.push({ start: end - value.length, end, id: 'credentials', vagueness: vagueness.structure });
  },
};

import type { Detector, Findings } from './detector.ts';
import { looksRandom } from './entropy.ts';
import { lookBack } from './limits.ts';
import { isPlaceholder, isPlainWord } from './plain-value.ts';
import { vagueness } from './span.ts';

const authorization =
  /authorization["'`]?[ \t]{0,4}[:=][ \t]{0,4}(?:\\?["'`])?(?:(bearer|basic|token|digest|negotiate|ntlm|apikey|aws4-hmac-sha256)[ \t]+)?(?=([^\s"'`\\]{1,256}))/iy;
const bearer = /bearer[ \t:=]{1,3}(?=([\w.~+/=-]{8,256}))/iy;
const basic = /basic[ \t]{1,3}(?=([A-Za-z0-9+/]{12,256}={0,2})(?![\w+/=]))/iy;
const cookie = /cookie["'`]?[ \t]{0,4}:[ \t]{0,4}(?:\\?["'`])?(?=([^\s"`=(]{1,128}=[^\r\n"`]))/iy;

/** `Authorization: …`, also in JSON and on command lines. */
export const authorizationDetector = createHeaderDetector('authorization', authorization, (value, scheme) => {
  // Without a scheme it may be a sentence about authorization.
  return scheme ? !isPlainWord(value) : looksRandom(value);
});

export const bearerDetector = createHeaderDetector('bearer', bearer, (value) => {
  return looksRandom(value) || (value.length >= 24 && /[A-Z]/.test(value));
});

export const basicDetector = createHeaderDetector('basic ', basic, (value) => {
  return /^[\x20-\x7e]{1,256}:[\x20-\x7e]*$/.test(Buffer.from(value, 'base64').toString('latin1'));
});

/** All of them: only the site knows which of its cookies matter. */
export const cookieDetector = createHeaderDetector('cookie', cookie, () => true);

/** The pattern matches what precedes the secret and looks ahead at its beginning, by which it is judged. */
function createHeaderDetector(
  anchor: string,
  pattern: RegExp,
  isSecret: (value: string, scheme: string | undefined) => boolean,
): Detector {
  // A header ends with its line or the quote around it; the others are one word.
  const rest =
    pattern === authorization || pattern === cookie
      ? /[^\r\n"`]*?(?=['\\]?[\r\n"`]|'(?:\s|$)|$)/y
      : /[\w.~+/=-]*/y;
  return {
    anchors: [anchor],
    look(text, at, findings) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) return;
      const [value = '', scheme] = match.slice(1).toReversed();
      if (isPlaceholder(value) || !isSecret(value, scheme)) return;
      const start = match.index + match[0].length;
      add(findings, start, start + endOf(rest, text.slice(start, start + lookBack)));
    },
  };
}

function endOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0].length ?? 0;
}

function add(findings: Findings, start: number, end: number): void {
  findings.spans.push({ start, end, id: 'credentials', vagueness: vagueness.structure });
  // Whatever else is in it is not shown either.
  findings.doneUntil = Math.max(findings.doneUntil, end);
}

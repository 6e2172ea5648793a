import type { Detector } from './detector.ts';
import { lookBack } from './limits.ts';
import { vagueness } from './span.ts';

const privateKey = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/;
const body = /[A-Za-z0-9+/_=-]+/y;
const nextLine = /(?:\\n|\r?\n)[ \t]{0,64}([A-Za-z0-9+/]{2,512}={0,2})(?=[\s"',\\]|$)/y;

/** The file of a private key as base64: in Kubernetes secrets, in kubeconfig, in variables. A certificate's stays. */
export const encodedKeyDetector: Detector = {
  // "-----BEGIN " and a capital letter.
  anchors: ['ls0tls1crudjtib'],
  look(text, at, findings) {
    if (!privateKey.test(Buffer.from(text.slice(at, at + 160), 'base64').toString('latin1'))) return;
    const end = endOfBody(text, at);
    findings.spans.push({ start: at, end, id: 'private-key', vagueness: vagueness.exact });
    findings.doneUntil = Math.max(findings.doneUntil, end);
  },
};

/** Its lines have one length, and the last may be shorter. */
function endOfBody(text: string, at: number): number {
  body.lastIndex = at;
  const width = body.exec(text)?.[0].length ?? 0;
  let end = at + width;
  while (end - at < 4 * lookBack) {
    nextLine.lastIndex = end;
    const line = nextLine.exec(text)?.[1] ?? '';
    if (line === '' || line.length > width || (line.length < width && !isLastLine(line))) break;
    end = nextLine.lastIndex;
    if (line.length < width) break;
  }
  return end;
}

/** The end of a PEM file ("-----" and a newline), or padding: not a word of the next line. */
function isLastLine(line: string): boolean {
  return line.endsWith('=') || /LS0t|0tLS|tLS0|tCg$|tLQ/.test(line);
}

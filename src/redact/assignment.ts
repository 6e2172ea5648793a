import { readBlock } from './block-value.ts';
import type { Detector } from './detector.ts';
import { looksRandom } from './entropy.ts';
import {
  isExpression,
  isIdentifier,
  isNumber,
  isPath,
  isPlaceholder,
  isPlainWord,
  looksUnlikeWord,
} from './plain-value.ts';
import { kindOfName, type NameKind, nameAnchors } from './secret-name.ts';
import { vagueness } from './span.ts';
import { readValue, type Value, wholeEnd } from './value.ts';

/** Longer than any name; a longer run is a token, and has rules of its own. */
const longestName = 80;

/** `KEY=value`, `"key": "value"`, `key: value`, `--key value`: secrets that only their name reveals. */
export const assignmentDetector: Detector = {
  anchors: nameAnchors,
  look(text, at, findings) {
    if (at < findings.namesDoneUntil) return;
    const [start, end] = nameAround(text, at);
    findings.namesDoneUntil = end;
    if (end - start > longestName) return;
    const kind = kindOfName(text.slice(start, end));
    if (kind === 'none') return;
    const block = kind === 'maybe' ? undefined : readBlock(text, end, kind);
    if (block) {
      findings.namesDoneUntil = block.end;
      findings.spans.push({ ...block, id: 'named-secret', vagueness: vagueness.structure });
      return;
    }
    const value = readValue(text, start, end);
    if (!value || !isSecret(text.slice(value.start, value.end), value, kind)) return;
    const valueEnd = wholeEnd(text, value);
    findings.namesDoneUntil = valueEnd;
    const { structure } = vagueness;
    findings.spans.push({ start: value.start, end: valueEnd, id: 'named-secret', vagueness: structure });
  },
};

function nameAround(text: string, at: number): [number, number] {
  let start = at;
  while (start > 0 && at - start <= longestName && isNameCode(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end < text.length && end - at <= longestName && isNameCode(text.charCodeAt(end))) end++;
  return [start, end];
}

/** Letters, digits, `_`, `-`, `.`. */
function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e
  );
}

function isSecret(text: string, { form, isQuoted, isLikeCode }: Value, kind: NameKind): boolean {
  if (text.length < 3 || isPlaceholder(text) || isPath(text)) return false;
  if (isNumber(text)) return kind === 'password' && form !== 'prose' && text.length >= 4;
  if (isPlainWord(text)) return false;
  if (kind === 'maybe') return looksRandom(text);
  if (isQuoted) return kind === 'password' ? !isLabel(text) : !/\s/.test(text) && !isLabel(text);
  if (isExpression(text) || (isLikeCode && isIdentifier(text) && (form !== 'pair' || kind !== 'password')))
    return false;
  switch (form) {
    case 'variable':
      return true;
    case 'pair':
      return kind === 'password' || text.length >= 8 || /\d/.test(text);
    case 'line':
      return kind === 'password' || looksUnlikeWord(text);
    case 'flag':
      return kind === 'password' || looksUnlikeWord(text);
    case 'prose':
      return looksRandom(text, 8);
  }
}

/** What a form calls its field: `"password": "Your password"`, `"token": "Token"`. */
function isLabel(text: string): boolean {
  return /^[A-Z]?[a-z]*$/.test(text)
    ? isPlainWord(text)
    : /\s/.test(text) && /pass|secret|token|key/i.test(text);
}

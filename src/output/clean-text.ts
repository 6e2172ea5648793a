import { type EscapeState, stepEscape } from './escape-codes.ts';
import { invisibleUnits } from './invisible.ts';

/** What some reader, terminal or chat takes for the end of a line. */
const lineBreaks = /\r\n|[\v\f\r\u0085\u2028\u2029]/g;
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
const unusual = /[^\n\t\x20-\x7e]/g;

/**
 * Cleans text that is not output (a command, its folder, a pattern, what a program hands in) as output is cleaned:
 * without escape codes, controls other than newline and tab, and invisible characters. Every line break becomes a
 * newline.
 */
export function cleanText(text: string): string {
  if (isClean(text)) return text;
  const lines = text.toWellFormed().replace(lineBreaks, '\n');
  return withoutInvisible(withoutEscapeCodes(lines).replace(controls, ''));
}

function isClean(text: string): boolean {
  for (const { index } of text.matchAll(unusual)) {
    const code = text.charCodeAt(index);
    if (code < 0xa0 || (code >= 0xd800 && code <= 0xdfff) || code === 0x2028 || code === 0x2029) return false;
    if (invisibleUnits(text, index) > 0) return false;
  }
  return true;
}

function withoutEscapeCodes(text: string): string {
  if (!text.includes('\x1b')) return text;
  let state: EscapeState = 'text';
  let kept = '';
  for (const character of text) {
    // Single-character codes (C1) are more often badly decoded quotes, and nothing may vanish after one.
    if (/[\x80-\x9f]/.test(character)) continue;
    const step = stepEscape(state, character.charCodeAt(0));
    state = step.state;
    if (step.isText) kept += character;
  }
  return kept;
}

/** For text whose codes may stay: on the user's own terminal. */
export function withoutInvisible(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const units = invisibleUnits(text, at);
    if (units === 0) continue;
    kept += text.slice(from, at);
    from = at + units;
    at = from - 1;
  }
  return kept + text.slice(from);
}

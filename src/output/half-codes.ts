import { type EscapeState, stepEscape } from './escape-codes.ts';

/** Longer than any meaningful code; a longer one is not waited for. */
const longestCode = 4096;

/**
 * How many bytes at the end are an incomplete character or escape code. A reader who will continue (a cursor) stops
 * before them, or one answer would end with garbage and the next begin with it.
 */
export function heldBackBytes(bytes: Buffer): number {
  const start = bytes.lastIndexOf(0x1b);
  if (start < 0 || bytes.length - start > longestCode) return halfCharacterBytes(bytes);
  const code = bytes.toString('utf8', start);
  let state: EscapeState = 'text';
  for (let i = 0; i < code.length; i += 1) state = stepEscape(state, code.charCodeAt(i)).state;
  return state === 'text' ? halfCharacterBytes(bytes) : bytes.length - start;
}

/** How many bytes at the end begin a UTF-8 character that is not complete. */
export function halfCharacterBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (isContinuation(byte)) continue;
    const mayGoOn = count === 1 || canFollow(byte, bytes[bytes.length - count + 1] ?? 0);
    return mayGoOn && characterBytes(byte) > count ? count : 0;
  }
  return 0;
}

/** How many bytes at the start belong to a character that began before the cut. */
export function cutCharacterBytes(bytes: Buffer, most = 3): number {
  let count = 0;
  while (count < Math.min(most, bytes.length) && isContinuation(bytes[count] ?? 0)) count += 1;
  return count;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Some leads leave their second byte less room: no overlong forms, no surrogates, nothing above U+10FFFF. */
function canFollow(lead: number, second: number): boolean {
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return second >= least && second <= most;
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xc2 && lead < 0xe0 ? 2 : 1;
}

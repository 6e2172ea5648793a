import { countOf } from './fence.ts';

export const PATTERN_CHARACTERS = 500;

/** Output that went through the log faster than it could be searched. */
export function unscannedLine(bytes = 0): string | undefined {
  if (bytes === 0) return undefined;
  return `${countOf(bytes, 'byte', 'bytes')} of its output had left the log before they could be searched.`;
}

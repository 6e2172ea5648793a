import { findAnchor } from './anchors.ts';
import type { Output } from './segments.ts';

/**
 * Where to read to see everything printed since a time (milliseconds since 1970): the last index record
 * before it, so a little early (10 s while it prints), never late. It need not be the start of a line.
 */
export function sinceToOffset(output: Output, time: number): number {
  return findAnchor(output, (record) => record.time < time)?.offset ?? 0;
}

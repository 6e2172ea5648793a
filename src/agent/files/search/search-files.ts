import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRedactor, type Redactor } from '../../../redact/redactor.ts';
import { createFinder, type Finder } from './find-matches.ts';
import type { FoundLine, SearchEnd, SearchJob, SearchMessage } from './job.ts';
import { linesInFile } from './lines-in-file.ts';
import { namePattern } from './name-pattern.ts';
import { ShownFile } from './shown-file.ts';
import { walk } from './walk.ts';

const LARGEST_BYTES = 64 * 1024 * 1024;
/** A NUL among these: no text. */
const HEAD_BYTES = 8192;

/** Looks at one file after the other. */
export function searchFiles(job: SearchJob, tell: (message: SearchMessage) => void): SearchEnd {
  const { root, isFile, includesIgnored, deadline, limit, context } = job;
  const finder = job.pattern === undefined ? undefined : createFinder(job.pattern);
  const hasName = job.name === undefined || isFile ? () => true : namePattern(job.name);
  const redactor = createRedactor({ enabled: job.redactSecrets });
  const counts = { files: 0, tooLarge: 0, unreadable: 0 };
  const onUnreadable = () => {
    counts.unreadable += 1;
  };
  const paths = isFile ? [basename(root)] : walk(root, { includesIgnored, onUnreadable });
  let left = limit;
  for (const path of paths) {
    if (Date.now() > deadline) return { ...counts, stoppedBy: 'time' };
    if (!hasName(path)) continue;
    if (left === 0) return { ...counts, stoppedBy: 'limit' };
    counts.files += 1;
    if (!finder) {
      tell({ type: 'file', path, lines: [] });
      left -= 1;
      continue;
    }
    const bytes = read(isFile ? root : join(root, path));
    if (typeof bytes === 'string') counts[bytes] += 1;
    else if (bytes) {
      const lines = linesOf(finder, redactor, bytes, context, left);
      if (lines.length > 0) tell({ type: 'file', path, lines });
      left -= lines.filter(({ isMatch }) => isMatch).length;
    }
  }
  return { ...counts, ...(left === 0 && finder && { stoppedBy: 'limit' }) };
}

function linesOf(
  finder: Finder,
  redactor: Redactor,
  bytes: Buffer,
  context: number,
  most: number,
): FoundLine[] {
  const matchEnds = finder.matchEnds(bytes);
  if (matchEnds.length === 0) return [];
  const shown = new ShownFile(redactor, bytes);
  return linesInFile({ bytes, shown, matcher: finder.matcher, matchEnds, context, most });
}

let room = Buffer.alloc(256 * 1024);

/** The text; undefined for what is none. Valid until the next call. */
function read(path: string): Buffer | 'tooLarge' | 'unreadable' | undefined {
  let file: number | undefined;
  try {
    // Without waiting for what may never come, as in /proc/kmsg.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    let length = readSync(file, room, 0, HEAD_BYTES, 0);
    if (room.subarray(0, length).includes(0)) return undefined;
    const { size } = fstatSync(file);
    if (size > LARGEST_BYTES) return 'tooLarge';
    if (size > room.length) room = Buffer.concat([room.subarray(0, length)], size);
    for (let got = length; got > 0 && length < size; length += got)
      got = readSync(file, room, length, size - length, length);
    return room.subarray(0, length);
  } catch {
    return 'unreadable';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

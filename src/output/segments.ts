import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { bisect } from './bisect.ts';
import { readFailure, vanished } from './failures.ts';

/** Bytes `[start, end)` of everything ever printed, in one file. */
export type Segment = {
  readonly start: number;
  readonly end: number;
  readonly log: string;
  readonly index: string;
  readonly times: string;
};

/** Bytes `[from, to)` that were printed and are no longer, or never were, on disk. */
export type Gap = { readonly from: number; readonly to: number };

/** The content of a keep at one moment. Offsets count everything that was ever printed (trap 12). */
export type Output = {
  readonly keep: string;
  /** In order, without overlap. What lies between two of them is a gap. */
  readonly segments: readonly Segment[];
  /** The offset after the last printed byte, kept or not. */
  readonly end: number;
};

const segmentName = /^(\d{16})\.log$/;

/**
 * Lists a keep's output. `printed` is how much is known to be printed (from the keeper, or `exit`), read before this
 * call: what is missing up to there is a gap at the end.
 */
export function listOutput(keep: string, printed = 0): Output {
  return assemble(keep, listStarts(join(keep, 'output')), printed);
}

/** The same keep some time later. While only the last segment grows, the folder is not read again. */
export function refreshOutput(output: Output, printed: number): Output {
  const last = output.segments.at(-1);
  if (last === undefined) return listOutput(output.keep, printed);
  const size = sizeOf(last.log);
  if (size === undefined || last.start + size < printed) return listOutput(output.keep, printed);
  const grown = { ...last, end: last.start + size };
  return {
    ...output,
    segments: [...output.segments.slice(0, -1), grown],
    end: Math.max(grown.end, output.end),
  };
}

/** The index in `segments` of the first segment that ends after `offset`; their number if none does. */
export function segmentIndexAt(output: Output, offset: number): number {
  const { segments } = output;
  return bisect(segments.length, (at) => (segments[at]?.end ?? 0) > offset);
}

/** The segment that holds the byte at `offset`; none if it is gone or not printed yet. */
export function segmentAt(output: Output, offset: number): Segment | undefined {
  const segment = output.segments[segmentIndexAt(output, offset)];
  return segment !== undefined && segment.start <= offset ? segment : undefined;
}

export function gapsIn(output: Output, from: number, to: number): Gap[] {
  const gaps: Gap[] = [];
  const stop = Math.min(to, output.end);
  let offset = Math.max(0, from);
  for (let i = segmentIndexAt(output, offset); offset < stop; i += 1) {
    const segment = output.segments[i];
    const keptFrom = Math.min(segment?.start ?? stop, stop);
    if (keptFrom > offset) gaps.push({ from: offset, to: keptFrom });
    offset = segment?.end ?? stop;
  }
  return gaps;
}

/** Where to start so that about `bytes` kept bytes precede `to`, however wide the gaps between them. */
export function startOfKept(output: Output, to: number, bytes: number): number {
  let missing = bytes;
  for (let i = output.segments.length - 1; i >= 0; i -= 1) {
    const segment = output.segments[i];
    if (segment === undefined || segment.start >= to) continue;
    const end = Math.min(segment.end, to);
    if (end - segment.start > missing) return end - missing;
    missing -= end - segment.start;
  }
  return 0;
}

/**
 * Reading a folder is not atomic: a file created meanwhile may be seen while an older one is missed, which would look
 * like a gap. A second reading sees everything that existed at the end of the first.
 */
function listStarts(folder: string): number[] {
  const seen = readStarts(folder);
  const newest = seen.at(-1);
  if (newest === undefined || newest === 0) return seen;
  return readStarts(folder).filter((start) => start <= newest);
}

function readStarts(folder: string): number[] {
  const starts: number[] = [];
  for (const name of readNames(folder)) {
    const digits = segmentName.exec(name)?.[1];
    if (digits !== undefined && Number.isSafeInteger(Number(digits))) starts.push(Number(digits));
  }
  return starts.sort((a, b) => a - b);
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (vanished(error)) return [];
    throw readFailure(folder, error);
  }
}

function assemble(keep: string, starts: readonly number[], printed: number): Output {
  const segments: Segment[] = [];
  starts.forEach((start, i) => {
    const path = join(keep, 'output', String(start).padStart(16, '0'));
    const size = sizeOf(`${path}.log`);
    if (size === undefined) return;
    // A file that overlaps the next one is damaged; the next one's name is more reliable.
    const end = Math.min(start + size, starts[i + 1] ?? Number.MAX_SAFE_INTEGER);
    segments.push({ start, end, log: `${path}.log`, index: `${path}.index`, times: `${path}.times` });
  });
  return { keep, segments, end: Math.max(printed, segments.at(-1)?.end ?? 0) };
}

/** Size of a plain file; anything else under its name (a link, a pipe) is not opened. */
function sizeOf(path: string): number | undefined {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw readFailure(path, error);
  }
  return stats?.isFile() ? stats.size : undefined;
}

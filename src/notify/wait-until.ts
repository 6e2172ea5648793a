import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { readPieces } from '../output/read.ts';
import { compilePatterns } from '../output/scan/patterns.ts';
import { createScanner, type Scanner } from '../output/scan/scanner.ts';
import { scannerStateAt } from '../output/scan/scanner-state.ts';
import { listOutput, type Output } from '../output/segments.ts';
import type { NotifyContext } from './context.ts';
import { toFoundMatch } from './matched-lines.ts';

export type UntilRequest = {
  readonly pattern: string;
  /** Where to begin; 0: with all that is kept. */
  readonly from: number;
  readonly signal: AbortSignal;
};

export type UntilMatch = {
  /** Cleaned and redacted. */
  readonly line: string;
  /** Where the line begins. */
  readonly offset: number;
  /** Behind the line: where to look for the next one. */
  readonly next: number;
};

/** How much is read before others have their turn. */
const STEP_BYTES = 1024 * 1024;

/**
 * The first line that satisfies the pattern, among what is there and what comes. Null: the process ended without one,
 * or the signal fell. Nothing of the watches' policy applies: who waits gets the answer to a question.
 */
export async function waitUntil(
  context: NotifyContext,
  id: string,
  { pattern, from, signal }: UntilRequest,
): Promise<UntilMatch | null> {
  const { host, config } = context;
  const scanner = createScanner(compilePatterns([pattern]), scannerStateAt(from), { mostLines: 1 });
  while (!signal.aborted) {
    const more = host.waitForOutput(id, scanner.position, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    // A prompt has no newline: it is looked at when nothing followed for a while.
    if (scanner.hasUnfinishedLine && (await isQuiet(more, config.quietLineMs)))
      scanner.lookAtUnfinishedLine();
    const found = takeMatch(context, id, pattern, scanner);
    if (found) return found;
    const growth = await more;
    if (!growth) return null;
    if (scanner.position < growth.end) {
      scanStep(host.keep(id), scanner, growth.end);
      await nextTurn();
    } else if (growth.final) {
      scanner.lookAtUnfinishedLine();
      return takeMatch(context, id, pattern, scanner);
    }
  }
  return null;
}

function scanStep(keep: string, scanner: Scanner, end: number): void {
  const from = scanner.position;
  const to = Math.min(end, from + STEP_BYTES);
  for (const piece of readPieces(listOutput(keep, to), from, to)) {
    if (piece.type === 'output') scanner.scan(piece.bytes, piece.offset);
    else scanner.gap(piece.from, piece.to);
  }
}

function takeMatch(
  { host, redactor }: NotifyContext,
  id: string,
  pattern: string,
  scanner: Scanner,
): UntilMatch | null {
  const { position } = scanner;
  const output = () => listOutput(host.keep(id), position);
  const { lines, count } = scanner.take();
  const found = toFoundMatch({ lines, count }, [pattern], output, redactor);
  const [line] = lines;
  if (!found || !line) return null;
  return { line: found.firstLine, offset: found.offset, next: endOfLine(output(), line.matchEnd, position) };
}

/** Behind the line end that follows `from`; `to` where there is none yet. */
function endOfLine(output: Output, from: number, to: number): number {
  for (const piece of readPieces(output, from, to)) {
    if (piece.type === 'gap') return piece.to;
    const at = piece.bytes.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    if (at !== -1) return piece.offset + at + 1;
  }
  return to;
}

async function isQuiet(more: Promise<unknown>, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const quiet = sleep(ms, true, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([more.then(() => false), quiet]);
  } finally {
    stop.abort();
  }
}

import type { KeeperStatus } from '../keeper/status.ts';
import { totalLines } from '../output/lines.ts';
import { type Gap, gapsIn, type Output } from '../output/segments.ts';
import { tailText } from '../output/tail.ts';
import { type Context, getSnapshot } from './context.ts';
import { encodeCursor, parseCursor } from './cursor.ts';
import { isComplete, outputOf } from './keep-output.ts';
import { mayHaveLeftSomething, visitStatus } from './left-behind.ts';
import { endOf } from './life.ts';
import { endToReadOnFrom, newText } from './new-text.ts';
import type { ProcessSnapshot } from './types.ts';
import { addUsage, askGpus, askStatus } from './usage.ts';

/** `ProcessSnapshot` plus what only the keeper knows now. */
export type PollResult = {
  readonly process: ProcessSnapshot;
  readonly uptimeSeconds: number;
  /** Seconds since it last printed; since the start if it never did. */
  readonly idleSeconds: number;
  /** Last 1,000 characters, or with a cursor what is new since. Cleaned text. */
  readonly outputPreview: string;
  /** Opaque to the caller; the byte offset behind the last byte looked at. */
  readonly cursor: string;
  readonly log: LogSize;
  readonly waitingInput: boolean;
  /** Alive now, of an ended process too. */
  readonly descendants: number;
};

export type LogSize = {
  readonly printed: number;
  readonly kept: number;
  readonly lines: number;
  readonly gaps: readonly Gap[];
};

const KEEPER_ANSWERS_MS = 2000;

/** How a process is now. */
export async function poll(
  context: Context,
  id: string,
  options: { cursor?: string } = {},
): Promise<PollResult> {
  const cursor = options.cursor === undefined ? undefined : parseCursor(options.cursor);
  const before = getSnapshot(context, id);
  const [status, [gpu]] = await Promise.all([
    mayHaveLeftSomething(before) ? visitStatus(context, id) : askStatus(context, id, KEEPER_ANSWERS_MS),
    askGpus(context, [before]),
  ]);
  // Asked first, read afterwards: it may have ended meanwhile.
  const process = addUsage(getSnapshot(context, id), status, gpu);
  const now = endOf(process.life) ?? Date.now();
  const shown = showOutput(context, process, cursor);
  return {
    process,
    uptimeSeconds: Math.floor(secondsBetween(process.startedAt, now)),
    idleSeconds: secondsBetween(lastSign(process, status), now),
    outputPreview: shown.text,
    cursor: encodeCursor(shown.end),
    log: sizeOf(outputOf(context, process)),
    waitingInput: process.life.state === 'running' && (status?.waitingInput ?? false),
    descendants: status?.descendants ?? Number(isDetached(process)),
  };
}

/** The last output, or the start where it never printed. Of an ended one its own record counts (trap 13). */
function lastSign(process: ProcessSnapshot, status: KeeperStatus | undefined): number {
  const { life } = process;
  const printedAt = life.state === 'exited' ? life.exit.lastOutputAt : status?.lastOutputAt;
  return printedAt || process.startedAt;
}

function showOutput(context: Context, process: ProcessSnapshot, cursor: number | undefined) {
  const { pollPreviewCharacters } = context.config;
  if (cursor !== undefined) return newText(context, process, cursor, pollPreviewCharacters);
  const output = outputOf(context, process);
  const isFinal = isComplete(process);
  return {
    text: tailText(output, pollPreviewCharacters, { isFinal }),
    end: isFinal ? output.end : endToReadOnFrom(output),
  };
}

function sizeOf(output: Output): LogSize {
  const gaps = gapsIn(output, 0, output.end);
  const missing = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  return { printed: output.end, kept: output.end - missing, lines: totalLines(output), gaps };
}

/** Its keeper, who could count, is dead; that it lives is known. */
function isDetached({ life }: ProcessSnapshot): boolean {
  return life.state === 'running' && life.detached;
}

function secondsBetween(from: number, to: number): number {
  return Math.max(0, (to - from) / 1000);
}

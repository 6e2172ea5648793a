import { type Piece, pieceBytes, readPieces } from './read.ts';
import { listOutput, type Output, refreshOutput } from './segments.ts';

/** Reports when more was printed: the keeper's pushes, or a clock. */
export type GrowthSource = {
  /** Resolves once more than `offset` bytes were printed, or with `final` if nothing will come after `end`. */
  waitForMore(offset: number, signal: AbortSignal): Promise<Growth>;
};

export type Growth = {
  /** How much was printed; those bytes can be read now. */
  readonly end: number;
  readonly final: boolean;
};

type FollowOptions = {
  readonly from?: number;
  /** Ends the following quietly. */
  readonly signal?: AbortSignal;
};

/**
 * Everything from `from` on as it is printed, until nothing more will come. It waits only after it has returned
 * everything, and reads the next piece only on demand: a slow consumer costs neither memory nor a descriptor, and is
 * told what was deleted before it got there.
 */
export async function* follow(
  keep: string,
  source: GrowthSource,
  { from = 0, signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<Piece> {
  let offset = from;
  let output: Output = listOutput(keep);
  for (;;) {
    const growth = await nextGrowth(source, offset, signal);
    if (growth === undefined) return;
    output = refreshOutput(output, growth.end);
    for (const piece of readPieces(output, offset, growth.end, pieceBytes)) {
      yield piece;
      if (signal.aborted) return;
      offset = piece.type === 'gap' ? piece.to : piece.offset + piece.bytes.length;
    }
    if (growth.final) return;
  }
}

async function nextGrowth(
  source: GrowthSource,
  offset: number,
  signal: AbortSignal,
): Promise<Growth | undefined> {
  if (signal.aborted) return undefined;
  try {
    const growth = await source.waitForMore(offset, signal);
    return signal.aborted ? undefined : growth;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

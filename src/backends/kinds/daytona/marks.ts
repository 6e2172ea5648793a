/** So much of a mark is no chance any more. */
const CERTAIN_BYTES = 4;

/** Splits a stream of bytes at marks, of which each is looked for only after the one before it. */
export class MarkReader {
  #held: Buffer = Buffer.alloc(0);
  /** How much of that was given out already. */
  #given = 0;

  /** What comes before the mark, as far as is certain, and whether it was found. What follows it is kept for the next question. */
  read(bytes: Uint8Array, mark: Buffer): { readonly before: Buffer; readonly isFound: boolean } {
    const all = Buffer.concat([this.#held, bytes]);
    const at = all.indexOf(mark);
    const isFound = at >= 0;
    const end = isFound ? at : all.length - beginningOf(mark, all);
    const before = all.subarray(Math.min(this.#given, end), end);
    this.#held = all.subarray(isFound ? end + mark.length : end);
    this.#given = isFound ? 0 : Math.max(0, this.#given - end);
    return { before, isFound };
  }

  get isHolding(): boolean {
    return this.#given < this.#held.length && this.#held.length < CERTAIN_BYTES;
  }

  /** Gives out what was held back for looking like the beginning of the mark. Should it be one after all, it is still found. */
  giveUp(): Buffer {
    const bytes = this.#held.subarray(this.#given);
    this.#given = this.#held.length;
    return bytes;
  }
}

/** How many bytes at the end may be the beginning of the mark. */
function beginningOf(mark: Buffer, bytes: Buffer): number {
  for (let size = Math.min(mark.length - 1, bytes.length); size > 0; size--)
    if (bytes.subarray(-size).equals(mark.subarray(0, size))) return size;
  return 0;
}

/** Splits a stream of bytes at marks, of which each is looked for only after the one before it. */
export class MarkReader {
  #held: Buffer = Buffer.alloc(0);

  /** What certainly comes before the mark, and whether it was found. What follows is held back for the next question. */
  read(bytes: Uint8Array, mark: Buffer): { readonly before: Buffer; readonly isFound: boolean } {
    const all = Buffer.concat([this.#held, bytes]);
    const at = all.indexOf(mark);
    if (at >= 0) {
      this.#held = all.subarray(at + mark.length);
      return { before: all.subarray(0, at), isFound: true };
    }
    const kept = all.length - beginningOf(mark, all);
    this.#held = all.subarray(kept);
    return { before: all.subarray(0, kept), isFound: false };
  }
}

/** How many bytes at the end may be the beginning of the mark. */
function beginningOf(mark: Buffer, bytes: Buffer): number {
  for (let size = Math.min(mark.length - 1, bytes.length); size > 0; size--)
    if (bytes.subarray(-size).equals(mark.subarray(0, size))) return size;
  return 0;
}

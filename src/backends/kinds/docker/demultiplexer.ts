/** What a program prints comes in frames: a byte that says where to, three of nothing, the length, the bytes. */
export type Piece = { readonly stream: 'stdout' | 'stderr'; readonly bytes: Buffer };

const HEADER_BYTES = 8;
/** 0 is the echo of stdin, which nobody sends; 3 are complaints of the engine itself. */
const streams = ['stdout', 'stdout', 'stderr', 'stderr'] as const;

/** Takes the frames apart, however they are cut. Bytes are passed on as they come: a long frame is not waited for. */
export class Demultiplexer {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #stream: Piece['stream'] = 'stdout';
  #rest = 0;

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.#rest > 0) {
        const bytes = chunk.subarray(at, at + this.#rest);
        pieces.push({ stream: this.#stream, bytes });
        this.#rest -= bytes.length;
        at += bytes.length;
        continue;
      }
      const copied = chunk.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes);
      this.#headerBytes += copied;
      at += copied;
      if (this.#headerBytes === HEADER_BYTES) this.#begin();
    }
    return pieces;
  }

  #begin(): void {
    const stream = streams[this.#header.readUInt8(0)];
    if (!stream || this.#header.readUIntBE(1, 3) !== 0)
      throw new Error('these are not the frames of an exec');
    this.#stream = stream;
    this.#rest = this.#header.readUInt32BE(4);
    this.#headerBytes = 0;
  }
}

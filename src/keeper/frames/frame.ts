/** Frames: a 12-byte little-endian header and the payload (keeper/PROTOCOL.md). */

export const FRAME = {
  STATUS: 1,
  SUBSCRIBE: 2,
  ARM: 3,
  STDIN: 4,
  CLOSE_STDIN: 5,
  RESIZE: 6,
  SIGNAL: 7,
  KILL: 8,
  SEEN: 9,
  LIMIT: 10,
  WISH: 11,
  HEARD: 12,
  SAMPLES: 13,
  BEGIN: 14,
  DROP: 15,
  SPAWN: 20,
  DUE: 60,
  OK: 101,
  ERROR: 102,
  STATUS_ANSWER: 103,
  GREW: 110,
  ENDED: 111,
  WAITS: 112,
  PASSED: 113,
  QUIET: 114,
  RESUMED: 115,
  STARTED: 120,
  CLOCK: 140,
} as const;

export const HEADER_BYTES = 12;
export const LARGEST_CONTROL_PAYLOAD = 65_536;
export const LARGEST_LAUNCHER_PAYLOAD = 8 * 1024 * 1024;
const VERSION = 1;

export type Frame = {
  readonly type: number;
  readonly tag: number;
  /** Valid only until the next push: it may lie in a buffer that is read into again. */
  readonly payload: Buffer;
};

/** The payload is given as text where it is text: one copy less on the way of a start. */
export function encodeFrame(type: number, tag: number, payload: Buffer | string = ''): Buffer {
  const length = Buffer.byteLength(payload);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.writeUInt32LE(length, 0);
  frame.writeUInt16LE(type, 4);
  frame.writeUInt16LE(VERSION, 6);
  frame.writeUInt32LE(tag, 8);
  if (typeof payload === 'string') frame.write(payload, HEADER_BYTES);
  else payload.copy(frame, HEADER_BYTES);
  return frame;
}

/** Cuts a byte stream into frames, wherever its chunks were cut. Holds at most one frame that is not yet whole. */
export class FrameDecoder {
  readonly #largestPayload: number;
  #rest: Buffer | null = null;

  constructor(largestPayload: number) {
    this.#largestPayload = largestPayload;
  }

  /** Throws when the other side breaks the rules; the connection is then worth nothing. */
  *push(chunk: Buffer): Generator<Frame> {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = bytes.readUInt32LE(at);
      if (length > this.#largestPayload) throw new Error(`a frame of ${length} bytes`);
      if (bytes.length - at < HEADER_BYTES + length) break;
      const payload = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
      const type = bytes.readUInt16LE(at + 4);
      const tag = bytes.readUInt32LE(at + 8);
      at += HEADER_BYTES + length;
      yield { type, tag, payload };
    }
    // A copy, because the chunk's memory belongs to the reader.
    this.#rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : null;
  }
}

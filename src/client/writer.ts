import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../base/errors.ts';
import { randomBytes } from '../base/random.ts';
import type { WireWritten, WriteRequest } from '../wire/write.ts';
import type { Link } from './link.ts';

/** As much as one frame to a keeper takes, with room for its header. */
const LARGEST_WRITE = 32 * 1024;

/** How soon a full input is tried again. */
const FULL_INPUT_MS = 20;

/** One source of input. Its numbered writes are typed once each, whatever dies in between. */
export class Writer {
  readonly #link: Link;
  readonly #path: string;
  readonly #writer = randomBytes(8).readBigUInt64LE().toString();
  #seq = 0n;

  constructor(link: Link, id: string) {
    this.#link = link;
    this.#path = `/v1/processes/${encodeURIComponent(id)}`;
  }

  /** A patient one waits where the process does not read its input fast enough. */
  async write(bytes: Buffer, { isPatient = false } = {}): Promise<WireWritten> {
    let written = 0;
    do {
      const piece = bytes.subarray(written, written + LARGEST_WRITE);
      const { bytes_written: taken } = await this.#sendPiece(piece.toString('base64'), isPatient);
      written += taken;
      // Its input was full before the end of the piece.
      if (taken < piece.length && !isPatient) break;
    } while (written < bytes.length);
    return { status: 'ok', bytes_written: written };
  }

  submit(text: string): Promise<WireWritten> {
    return this.#send('submit', { data: text });
  }

  async #sendPiece(base64: string, isPatient: boolean): Promise<WireWritten> {
    for (;;) {
      try {
        return await this.#send('write', { base64 });
      } catch (error) {
        const isFull = error instanceof RingbackError && error.code === 'stdin_full';
        if (!isFull || !isPatient) throw error;
        await sleep(FULL_INPUT_MS);
      }
    }
  }

  #send(verb: 'write' | 'submit', content: Pick<WriteRequest, 'data' | 'base64'>): Promise<WireWritten> {
    this.#seq += 1n;
    const body: WriteRequest = { ...content, writer: this.#writer, seq: this.#seq.toString() };
    return this.#link.call({ method: 'POST', path: `${this.#path}/${verb}`, body });
  }
}

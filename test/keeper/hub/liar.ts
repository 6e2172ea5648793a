import { PassThrough, Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Place, Program } from '../../../src/backends/environment.ts';
import { FrameDecoder } from '../../../src/keeper/frames/frame.ts';

/** Another end of the line that says whatever a test wants it to say. */
export class Liar {
  readonly stdout = new PassThrough();
  readonly #decoder = new FrameDecoder(1 << 24);
  readonly #ended = Promise.withResolvers<{ code: number | null; stderr: string }>();
  isClosed = false;
  takesInput = true;
  answers: (type: number, tag: number) => Buffer[] = () => [];

  readonly place: Place = { ref: {}, run: async () => this.#program(), close: async () => {} };

  constructor(t: Pick<TestContext, 'after'>, greets = true) {
    if (greets) this.stdout.write('\0RINGBACK HUB 1\n');
    t.after(() => this.#close());
  }

  #program(): Program {
    const stdin = new Writable({
      write: (chunk: Buffer, _, done) => {
        if (!this.takesInput) return;
        for (const { type, tag } of this.#decoder.push(chunk))
          for (const frame of this.answers(type, tag)) this.stdout.write(frame);
        done();
      },
    });
    return { stdin, stdout: this.stdout, ended: this.#ended.promise, close: () => this.#close() };
  }

  /** Hangs up. */
  end(): void {
    this.#close();
  }

  #close(): void {
    this.isClosed = true;
    this.#ended.resolve({ code: null, stderr: '' });
  }
}

export function offsets(...values: bigint[]): Buffer {
  return Buffer.from(BigUint64Array.from(values).buffer);
}

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';

/** A program in a sandbox. What it printed is kept, so that a reader can come again with the offset that it has reached. */
export class SandboxExec {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #outputs: readonly [Output, Output];
  readonly #ended: Promise<{ code: number } | { signal: number }>;
  #written = 0;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#outputs = [new Output(child.stdout), new Output(child.stderr)];
    this.#ended = new Promise((resolve) => {
      child.once('error', () => resolve({ code: 127 }));
      child.once('close', (code) => resolve(code === null ? { signal: 9 } : { code }));
    });
  }

  /** At its offset: what was sent twice counts once. */
  async write(offset: number, data: Uint8Array, isEnd: boolean): Promise<void> {
    const fresh = data.subarray(this.#written - offset);
    this.#written += fresh.length;
    const { stdin } = this.#child;
    if (fresh.length > 0) await new Promise<void>((resolve) => stdin.write(fresh, () => resolve()));
    if (isEnd) stdin.end();
  }

  read(descriptor: number, offset: number): AsyncGenerator<{ data: Buffer }> {
    return (this.#outputs[descriptor] ?? this.#outputs[0]).readFrom(offset);
  }

  wait(): Promise<{ code: number } | { signal: number }> {
    return this.#ended;
  }
}

class Output extends EventEmitter {
  #chunks: Buffer[] = [];
  #isOver = false;

  constructor(stream: NodeJS.ReadableStream) {
    super();
    this.setMaxListeners(0);
    stream.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.emit('more');
    });
    const end = () => {
      this.#isOver = true;
      this.emit('more');
    };
    stream.on('end', end);
    stream.on('close', end);
  }

  async *readFrom(offset: number): AsyncGenerator<{ data: Buffer }> {
    let skipped = 0;
    for (let at = 0; ; at++) {
      while (at >= this.#chunks.length) {
        if (this.#isOver) return;
        await once(this, 'more');
      }
      const chunk = this.#chunks[at] as Buffer;
      const data = chunk.subarray(Math.max(0, offset - skipped));
      skipped += chunk.length;
      if (data.length > 0) yield { data };
    }
  }
}

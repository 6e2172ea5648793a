import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Program, ProgramEnd } from '../../environment.ts';
import { Demultiplexer, type Piece } from './demultiplexer.ts';

const MOST_FIRST_WORDS = 4 * 1024;
const MOST_STDERR = 8 * 1024;

/** The raw stream of an exec as a program: what is written reaches its stdin, and the end of it too. */
export class HijackedStream implements Program {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly ended: Promise<ProgramEnd>;
  /** Nothing more comes over the line. */
  readonly over: Promise<void>;
  readonly #socket: Socket;
  readonly #frames = new Demultiplexer();
  #hasBegun = false;
  #firstWords = Buffer.alloc(0);
  #stderr = Buffer.alloc(0);
  /** The other side said that it is at its end; a line that breaks says nothing. */
  #isWhole = false;

  constructor(socket: Socket, exitCode: () => Promise<number | null>) {
    this.#socket = socket;
    this.stdin = new Writable({
      write: (chunk, _encoding, done) => void socket.write(chunk, done),
      // Half of the line: what the program prints after the end of its input still comes.
      final: (done) => void socket.end(done),
    });
    this.stdout = new Readable({ read: () => void socket.resume(), highWaterMark: 256 * 1024 });
    // Whoever writes to a program that is gone learns it from `ended`.
    this.stdin.on('error', () => {});
    this.over = new Promise((resolve) => {
      socket.once('close', () => {
        this.stdout.push(null);
        this.stdin.destroy();
        resolve();
      });
    });
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.once('end', () => {
      this.#isWhole = true;
    });
    socket.on('error', () => {});
    this.ended = this.#end(exitCode);
    socket.resume();
  }

  /** The first that came, of either stream, until it is known that the program began. */
  get firstWords(): string {
    return this.#firstWords.toString();
  }

  begin(): void {
    this.#hasBegun = true;
    this.#firstWords = Buffer.alloc(0);
  }

  close(): void {
    this.#isWhole = false;
    this.#socket.destroy();
    this.stdout.destroy();
  }

  #take(chunk: Buffer): void {
    let pieces: readonly Piece[];
    try {
      pieces = this.#frames.push(chunk);
    } catch {
      this.close();
      return;
    }
    for (const { stream, bytes } of pieces) {
      if (!this.#hasBegun && this.#firstWords.length < MOST_FIRST_WORDS) {
        this.#firstWords = Buffer.concat([this.#firstWords, bytes]);
      }
      if (stream === 'stderr') this.#stderr = Buffer.concat([this.#stderr, bytes]).subarray(-MOST_STDERR);
      else if (!this.stdout.push(bytes)) this.#socket.pause();
    }
  }

  async #end(exitCode: () => Promise<number | null>): Promise<ProgramEnd> {
    await this.over;
    const code = this.#isWhole ? await exitCode() : null;
    // Where nothing is left to read, nobody has to read it.
    if (this.stdout.readableLength > 0) await finished(this.stdout).catch(() => {});
    return { code, stderr: this.#stderr.toString() };
  }
}

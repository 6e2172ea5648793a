import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../base/errors.ts';
import type { Program, ProgramEnd } from '../../environment.ts';
import type { PtyHandle, PtyService } from './library.ts';
import { MarkReader } from './marks.ts';
import { LARGEST_PIECE, pieceOf, type Script, writeScript } from './script.ts';

const LONGEST_START_MS = 30_000;
const HANG_UP_MS = 2000;
/** More than this on its way is waited for. */
const MOST_UNSENT_BYTES = 1 << 20;
const NEXT_LOOK_MS = 5;
/** How long the rest of a mark may be on its way before its beginning is taken for output. */
const MARK_MS = 50;
/** The code stands in a line of its own. */
const LINE_BREAK = Buffer.from('\n');

/** Runs a program in a sandbox, in a terminal session of that id. */
export async function exec(service: PtyService, id: string, args: readonly string[]): Promise<Program> {
  const script = writeScript(args);
  const line = new PtyLine(service, id, script);
  await line.start();
  return line;
}

class PtyLine implements Program {
  readonly stdin = new Writable({
    write: (chunk: Buffer, _, done) => this.#sendAll(chunk).then(() => done(), done),
    final: (done) => this.#send(pieceOf(Buffer.alloc(0))).then(() => done(), done),
  });
  /** Never holds the sandbox up: Daytona drops who does not keep up. */
  readonly stdout = new Readable({ read() {} });
  readonly ended: Promise<ProgramEnd>;
  readonly close = (): void => {
    this.stdin.end();
    setTimeout(this.#over.resolve, HANG_UP_MS).unref();
  };
  readonly #service: PtyService;
  readonly #id: string;
  readonly #script: Script;
  readonly #marks = new MarkReader();
  readonly #ready = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<void>();
  #handle: PtyHandle | undefined;
  #stage: 'starting' | 'output' | 'code' | 'words' | 'over' = 'starting';
  #codeText = '';
  #giveUp: NodeJS.Timeout | undefined;
  #words: Buffer[] = [];

  constructor(service: PtyService, id: string, script: Script) {
    this.#service = service;
    this.#id = id;
    this.#script = script;
    this.stdin.on('error', () => {});
    this.stdout.on('error', () => {});
    this.ended = this.#over.promise.then(() => this.#finish());
  }

  async start(): Promise<void> {
    const onData = (bytes: Uint8Array) => this.#take(bytes);
    const handle = await this.#service.createPty({ id: this.#id, onData });
    this.#handle = handle;
    const over = () => this.#over.resolve();
    handle.wait().then(over, over);
    await this.#send(Buffer.from(this.#script.line));
    const late = sleep(LONGEST_START_MS, 'late', { ref: false });
    const broken = this.#over.promise.then(() => 'broken');
    const trouble = await Promise.race([this.#ready.promise, late, broken]);
    if (trouble) {
      this.#over.resolve();
      throw new RingbackError(
        'failed',
        'The shell in the Daytona sandbox gave no answer.',
        'It needs sh, stty and dd.',
      );
    }
    for (let at = 0; at < this.#script.body.length; at += LARGEST_PIECE)
      await this.#send(this.#script.body.subarray(at, at + LARGEST_PIECE));
  }

  #take(bytes: Uint8Array): void {
    clearTimeout(this.#giveUp);
    this.#takeAll(bytes);
    if (this.#stage !== 'output' || !this.#marks.isHolding) return;
    this.#giveUp = setTimeout(() => this.stdout.push(this.#marks.giveUp()), MARK_MS);
  }

  #takeAll(bytes: Uint8Array): void {
    let rest: Uint8Array = bytes;
    for (;;) {
      const stage = this.#stage;
      this.#takeStage(rest);
      if (this.#stage === stage || this.#stage === 'over') return;
      rest = Buffer.alloc(0);
    }
  }

  #takeStage(bytes: Uint8Array): void {
    switch (this.#stage) {
      case 'starting':
        if (this.#marks.read(bytes, this.#script.ready).isFound) {
          this.#stage = 'output';
          this.#ready.resolve();
        }
        return;
      case 'output': {
        const { before, isFound } = this.#marks.read(bytes, this.#script.end);
        if (before.length > 0) this.stdout.push(before);
        if (isFound) this.#stage = 'code';
        return;
      }
      case 'code': {
        const { before, isFound } = this.#marks.read(bytes, LINE_BREAK);
        this.#codeText += before.toString();
        if (isFound) this.#stage = 'words';
        return;
      }
      case 'words': {
        const { before, isFound } = this.#marks.read(bytes, this.#script.done);
        this.#words.push(before);
        if (isFound) {
          this.#stage = 'over';
          this.#over.resolve();
        }
        return;
      }
      default:
    }
  }

  /** The session outlives the line to it: it is ended by name. */
  async #finish(): Promise<ProgramEnd> {
    clearTimeout(this.#giveUp);
    this.stdin.destroy();
    this.stdout.push(null);
    void this.#service.killPtySession(this.#id).catch(() => {});
    void this.#handle?.disconnect().catch(() => {});
    if (this.stdout.readableLength > 0 && !this.stdout.destroyed)
      await new Promise<void>((resolve) => {
        this.stdout.once('end', resolve);
        this.stdout.once('close', resolve);
      });
    const stderr = Buffer.concat(this.#words).toString();
    return this.#stage === 'over' ? { code: Number(this.#codeText), stderr } : { code: null, stderr };
  }

  async #sendAll(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += LARGEST_PIECE)
      await this.#send(pieceOf(bytes.subarray(at, at + LARGEST_PIECE)));
  }

  async #send(bytes: Buffer): Promise<void> {
    const { ws } = this.#handle ?? {};
    while (ws && ws.bufferedAmount > MOST_UNSENT_BYTES) await sleep(NEXT_LOOK_MS);
    await this.#handle?.sendInput(bytes);
  }
}

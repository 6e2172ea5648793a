import type { Readable, Writable } from 'node:stream';
import { RingbackError } from '../../base/errors.ts';
import { type PrintedAt, parsePrintedAt } from '../../base/printed-at.ts';
import { viaScopeScript } from '../../base/scope.ts';
import { KeeperCommands, type Ran } from '../commands.ts';
import {
  encodeFrame,
  FRAME,
  type Frame,
  FrameDecoder,
  HEADER_BYTES,
  LARGEST_CONTROL_PAYLOAD,
} from '../frames/frame.ts';
import { HUB, onlyFrame, readOffset } from '../frames/hub-frame.ts';
import { encodeRecord, parseRecord } from '../frames/record.ts';
import { LauncherGone, toSpawnError } from '../launcher-child.ts';
import { parseStarted, type Started } from '../started.ts';
import { type Closing, toClosing } from './closing.ts';

const MAGIC = Buffer.from('\0RINGBACK HUB 1\n');
/** What a noisy login shell may print before. */
const MOST_NOISE = 64 * 1024;
const ANSWERS_WITHIN_MS = 30_000;
const PROBE_MS = 10_000;
/** Some of the largest starts; a connection that stalls with more of it is worth nothing. */
const MOST_UNSENT = 64 * 1024 * 1024;
const LARGEST_FRAME = LARGEST_CONTROL_PAYLOAD + HEADER_BYTES + 8;

export type ChannelListener = {
  /** Without a time where an older keeper wrote none down. */
  output(offset: number, bytes: Buffer, printedAt?: PrintedAt): void;
  gap(from: number, to: number): void;
  /** One frame of the keeper. The payload is valid only until this returns. */
  frame(frame: Frame): void;
  closed(why: Closing): void;
};

export type Channel = {
  send(type: number, tag: number, payload: Buffer | string): void;
  close(): void;
};

/** A running program and its streams. */
type Program = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly ended: Promise<{ readonly stderr: string }>;
  close(): void;
};

type Asked = { answer(type: number, payload: Buffer): void; broken(): void };

/** What was asked may have been done or not. */
export class ConnectionBroke extends RingbackError {
  constructor() {
    super('unreachable', 'The connection broke before the answer came.', 'Try again.');
  }
}

/** The connection to one place: `ringback-keeper hub` runs at its other end, and carries every keep there. */
export class Hub {
  readonly #program: Program;
  readonly #decoder = new FrameDecoder(LARGEST_FRAME);
  readonly #channels = new Map<number, ChannelListener>();
  readonly #asked = new Map<number, Asked>();
  /** The keeper program there. */
  readonly commands = new KeeperCommands((args, signal) => this.run(args, signal));
  #lastTag = 0;
  /** What came before the hub's first word; undefined once that is heard. */
  #noise: Buffer | undefined = Buffer.alloc(0);
  #greeted = Promise.withResolvers<void>();
  #isClosed = false;
  #probe: NodeJS.Timeout | undefined;
  /** Resolves with what the other end complained when the connection is no more. */
  readonly closed: Promise<string>;

  private constructor(program: Program) {
    this.#program = program;
    this.#greeted.promise.catch(() => {});
    program.stdin.on('error', () => {});
    program.stdout.on('error', () => {});
    program.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.closed = program.ended.then(({ stderr }) => {
      this.#break(stderr.trim());
      return stderr.trim();
    });
  }

  /**
   * `lockFile`: a hub there that holds it is ended first; it may not have noticed that nobody hears it any more.
   * `leavesSession`: what it starts must not end with the login session that it is started in (promise 5).
   */
  static async open(
    place: { run(args: readonly string[]): Promise<Program> },
    keeperProgram: string,
    {
      lockFile,
      leavesSession = false,
      signal,
    }: { lockFile?: string | undefined; leavesSession?: boolean; signal?: AbortSignal } = {},
  ): Promise<Hub> {
    const instead = lockFile === undefined ? [] : ['--instead', lockFile];
    const command = [keeperProgram, 'hub', ...instead];
    const hub = new Hub(await place.run(leavesSession ? viaScopeScript(command) : command));
    const timer = setTimeout(() => hub.#fail('it said nothing for 30 s'), ANSWERS_WITHIN_MS);
    const giveUp = () => hub.#fail('it was given up');
    signal?.addEventListener('abort', giveUp);
    try {
      if (signal?.aborted) giveUp();
      await hub.#greeted.promise;
      return hub;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Fails with `SpawnRefused` or `LauncherGone`, as a launcher here would. */
  spawn(request: string): Promise<Started> {
    return new Promise((resolve, reject) => {
      this.#ask(FRAME.SPAWN, request, {
        answer(type, payload) {
          const fields = parseRecord(payload.toString(), '\0');
          if (type === FRAME.STARTED) resolve(parseStarted(fields));
          else reject(toSpawnError(fields.get('code') ?? 'failed', fields.get('message') ?? ''));
        },
        broken: () => reject(new LauncherGone('the connection broke before the answer')),
      });
    });
  }

  /** One of the keeper program's words, there. Given up when aborted. */
  run(args: readonly string[], signal?: AbortSignal): Promise<Ran> {
    return new Promise((resolve, reject) => {
      const words = encodeRecord(args.map((arg) => ['arg', arg] as const));
      const giveUp = () => {
        this.#asked.delete(tag);
        this.#write(HUB.CLOSE, tag, '');
        reject(signal?.reason);
      };
      const tag = this.#ask(HUB.RUN, words, {
        answer(type, payload) {
          signal?.removeEventListener('abort', giveUp);
          if (type === HUB.RAN)
            resolve({ code: payload.readUInt32LE(0), output: payload.subarray(4).toString() });
          else reject(new RingbackError('failed', `The keeper there refused: ${payload.toString()}.`));
        },
        broken: () => {
          signal?.removeEventListener('abort', giveUp);
          reject(new ConnectionBroke());
        },
      });
      signal?.addEventListener('abort', giveUp, { once: true });
      if (signal?.aborted) giveUp();
    });
  }

  /** Everything about one keep: its output from `from` on, and its keeper's frames. */
  attach(keep: string, from: number, role: 'engine' | 'follower', listener: ChannelListener): Channel {
    const tag = this.#nextTag();
    if (this.#isClosed) queueMicrotask(() => listener.closed('broken'));
    else this.#channels.set(tag, listener);
    this.#write(
      HUB.OPEN,
      tag,
      encodeRecord([
        ['keep', keep],
        ['from', from],
        ['role', role],
        ['sense', true],
      ]),
    );
    return {
      send: (type, inner, payload) => {
        this.#write(HUB.TO_KEEPER, tag, encodeFrame(type, inner, payload));
      },
      close: () => {
        if (this.#channels.delete(tag)) this.#write(HUB.CLOSE, tag, '');
      },
    };
  }

  /** Something was not answered in time. A hub that lives refuses this at once; of one that is stuck the connection is given up. */
  async probe(): Promise<void> {
    if (this.#isClosed || this.#probe) return;
    this.#expectWord();
    const answered = new Promise<void>((resolve) => {
      this.#ask(HUB.RUN, encodeRecord([]), { answer: () => resolve(), broken: resolve });
    });
    await answered;
    clearTimeout(this.#probe);
    this.#probe = undefined;
  }

  /** Hangs up: the hub there leaves, and what it carried goes on. */
  close(): void {
    this.#break('it was closed');
    this.#program.close();
  }

  #expectWord(): void {
    clearTimeout(this.#probe);
    this.#probe = setTimeout(() => this.#fail('it does not answer any more'), PROBE_MS).unref();
  }

  #nextTag(): number {
    this.#lastTag = (this.#lastTag % 0x7fff_ffff) + 1;
    return this.#lastTag;
  }

  #ask(type: number, payload: string | Buffer, asked: Asked): number {
    const tag = this.#nextTag();
    if (this.#isClosed) queueMicrotask(() => asked.broken());
    else this.#asked.set(tag, asked);
    this.#write(type, tag, payload);
    return tag;
  }

  #write(type: number, tag: number, payload: string | Buffer): void {
    if (this.#isClosed) return;
    const { stdin } = this.#program;
    stdin.write(encodeFrame(type, tag, payload));
    // What is still wanted then is sent again over the next connection.
    if (stdin.writableLength > MOST_UNSENT) this.#fail('it does not take what it is sent');
  }

  #read(chunk: Buffer): void {
    if (this.#isClosed) return;
    // Slow is not dead.
    if (this.#probe) this.#expectWord();
    try {
      const bytes = this.#noise ? this.#listen(this.#noise, chunk) : chunk;
      if (bytes)
        for (const { type, tag, payload } of this.#decoder.push(bytes)) this.#take(type, tag, payload);
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  /** What comes behind the hub's first word; undefined until that is heard. */
  #listen(noise: Buffer, chunk: Buffer): Buffer | undefined {
    const heard = Buffer.concat([noise, chunk]);
    const at = heard.indexOf(MAGIC);
    if (at >= 0) {
      this.#noise = undefined;
      this.#greeted.resolve();
      return heard.subarray(at + MAGIC.length);
    }
    if (heard.length > MOST_NOISE) this.#fail('it printed something else');
    this.#noise = heard;
    return undefined;
  }

  #take(type: number, tag: number, payload: Buffer): void {
    const channel = this.#channels.get(tag);
    if (type === HUB.OUTPUT) channel?.output(readOffset(payload, 0), payload.subarray(8));
    else if (type === HUB.OUTPUT_AT)
      channel?.output(readOffset(payload, 0), payload.subarray(16), parsePrintedAt(payload, 8));
    else if (type === HUB.GAP) channel?.gap(readOffset(payload, 0), readOffset(payload, 8));
    else if (type === HUB.FROM_KEEPER) {
      channel?.frame(onlyFrame(payload));
    } else if (type === HUB.CLOSED) {
      this.#channels.delete(tag);
      channel?.closed(toClosing(parseRecord(payload.toString(), '\0').get('reason')));
    } else {
      const asked = this.#asked.get(tag);
      this.#asked.delete(tag);
      try {
        asked?.answer(type, payload);
      } catch (error) {
        // Whoever asked must not wait for ever.
        asked?.broken();
        throw error;
      }
    }
  }

  /** The other side breaks the rules: the connection is worth nothing. */
  #fail(why: string): void {
    this.#break(why);
    this.#program.close();
    this.#program.stdout.destroy();
  }

  #break(why: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const said = this.#noise?.toString().trim();
    this.#greeted.reject(
      new RingbackError(
        'unreachable',
        ['The keeper there did not answer', why, said].filter(Boolean).join(': '),
      ),
    );
    clearTimeout(this.#probe);
    const channels = [...this.#channels.values()];
    const asked = [...this.#asked.values()];
    this.#channels.clear();
    this.#asked.clear();
    for (const one of asked) one.broken();
    for (const one of channels) one.closed('broken');
  }
}

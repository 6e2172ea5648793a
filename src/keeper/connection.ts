import { lstatSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type ErrorCode, RingbackError } from '../base/errors.ts';
import { socketPath } from '../base/home.ts';
import { type ExitRecord, parseExit } from './exit.ts';
import { encodeFrame, FRAME, FrameDecoder, LARGEST_CONTROL_PAYLOAD } from './frame.ts';
import { type Entry, encodeRecord, type Fields, numberField, parseRecord } from './record.ts';

/** Who hears what a keeper says unasked. */
export type KeeperListener = {
  grew(offset: number): void;
  ended(exit: ExitRecord): void;
  /** The keeper went, or broke the rules; not called after `close()`. */
  gone(): void;
  /** What people should know: why it is out of reach, what it waits for; undefined: nothing any more. */
  noted?(note: string | undefined): void;
};

type Pending = { resolve(fields: Fields): void; reject(error: Error): void };

/** All connections read into this one: a frame is dealt with before the next read, so none needs its own (500 keepers). */
const readBuffer = Buffer.allocUnsafeSlow(LARGEST_CONTROL_PAYLOAD);

/** A keeper's error codes that mean the same to our own callers. */
const errorCodes: Readonly<Record<string, ErrorCode>> = {
  no_stdin: 'no_stdin',
  stdin_closed: 'stdin_closed',
  stdin_full: 'stdin_full',
  no_terminal: 'no_terminal',
  ended: 'already_exited',
  bad_request: 'bad_request',
};

/** One client of a keeper's control socket. */
export class KeeperConnection {
  readonly #socket: Socket;
  readonly #listener: KeeperListener;
  readonly #decoder = new FrameDecoder(LARGEST_CONTROL_PAYLOAD);
  #pending: Map<number, Pending> | null = null;
  #lastTag = 0;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;

  private constructor(socket: Socket, listener: KeeperListener) {
    this.#socket = socket;
    this.#listener = listener;
  }

  /** Fails with the system's own error: ECONNREFUSED is a dead keeper (promise 4), ENOENT none yet. */
  static connect(keep: string, listener: KeeperListener): Promise<KeeperConnection> {
    return new Promise((resolve, reject) => {
      refuseLink(keep);
      const address = socketPath(keep, 'control');
      const socket = connect({
        path: address.path,
        onread: {
          buffer: readBuffer,
          callback: (length, buffer) => connection.#read(length, buffer as Buffer),
        },
      });
      const connection = new KeeperConnection(socket, listener);
      socket.once('error', (error) => {
        address.close();
        reject(error);
      });
      socket.once('connect', () => {
        address.close();
        socket.removeAllListeners('error');
        // Errors are followed by 'close', which says all there is to say.
        socket.on('error', () => {});
        socket.once('close', () => connection.#leave(true));
        resolve(connection);
      });
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  request(type: number, payload: readonly Entry[] | Buffer = []): Promise<Fields> {
    if (this.#isClosed) return Promise.reject(keeperGone());
    return new Promise((resolve, reject) => {
      this.#lastTag += 1;
      this.#pending ??= new Map();
      this.#pending.set(this.#lastTag, { resolve, reject });
      this.#write(type, this.#lastTag, payload);
    });
  }

  /** For frames that have no answer. */
  send(type: number, payload: readonly Entry[] = []): void {
    if (!this.#isClosed) this.#write(type, 0, payload);
  }

  /** Calls back once nothing is unanswered: at once, or later, or never if the keeper goes first. */
  whenIdle(callback: () => void): void {
    if (this.#pending && this.#pending.size > 0) this.#whenIdle = callback;
    else callback();
  }

  /** Everything sent before still arrives. */
  close(): void {
    this.#leave(false);
    this.#socket.destroySoon();
  }

  #write(type: number, tag: number, payload: readonly Entry[] | Buffer): void {
    this.#socket.write(encodeFrame(type, tag, Buffer.isBuffer(payload) ? payload : encodeRecord(payload)));
  }

  #read(length: number, buffer: Buffer): boolean {
    if (this.#isClosed) return true;
    try {
      for (const { type, tag, payload } of this.#decoder.push(buffer.subarray(0, length))) {
        this.#dispatch(type, tag, parseRecord(payload.toString(), '\0'));
      }
    } catch {
      this.#socket.destroy();
    }
    return true;
  }

  #dispatch(type: number, tag: number, fields: Fields): void {
    if (type === FRAME.GREW) this.#listener.grew(numberField(fields, 'offset') ?? 0);
    else if (type === FRAME.ENDED) {
      const exit = parseExit(fields);
      if (exit) this.#listener.ended(exit);
    } else this.#answer(type, tag, fields);
  }

  #answer(type: number, tag: number, fields: Fields): void {
    const pending = this.#pending?.get(tag);
    if (!pending) return;
    this.#pending?.delete(tag);
    this.#settle(pending, type, fields);
    if (this.#pending?.size === 0) this.#whenIdle?.();
  }

  #settle(pending: Pending, type: number, fields: Fields): void {
    if (type !== FRAME.ERROR) {
      pending.resolve(fields);
      return;
    }
    pending.reject(toRefusal(fields));
  }

  #leave(tellListener: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { reject } of this.#pending?.values() ?? []) reject(keeperGone());
    this.#pending = null;
    if (tellListener) this.#listener.gone();
  }
}

/** What a keeper's ERROR means to our own callers. */
export function toRefusal(fields: Fields): RingbackError {
  const code = errorCodes[fields.get('code') ?? ''] ?? 'failed';
  return new RingbackError(code, fields.get('message') || `The keeper refused: ${fields.get('code')}.`);
}

function keeperGone(): RingbackError {
  return new RingbackError('gone', 'The keeper of this process went away before it answered.');
}

/** A link would lead to another keeper, and a kill to another process. */
function refuseLink(keep: string): void {
  for (const path of [keep, join(keep, 'control')]) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw Object.assign(new Error(`${path} is a link`), { code: 'ECONNREFUSED' });
  }
}

import { lstatSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { socketPath } from '../base/home.ts';
import { encodeFrame, FRAME, FrameDecoder, LARGEST_CONTROL_PAYLOAD } from './frames/frame.ts';
import { type Fields, parseRecord } from './frames/record.ts';
import { FramedKeeper, type KeeperListener } from './keeper.ts';
import { hearPush } from './pushes.ts';
import { keeperGone, toRefusal } from './refusal.ts';

type Pending = {
  resolve(fields: Fields): void;
  reject(error: Error): void;
  answered: ((fields: Fields) => void) | undefined;
};

/** All connections read into this one: a frame is dealt with before the next read, so none needs its own (500 keepers). */
const readBuffer = Buffer.allocUnsafeSlow(LARGEST_CONTROL_PAYLOAD);

/** One client of a keeper's control socket. */
export class KeeperConnection extends FramedKeeper {
  readonly #socket: Socket;
  readonly #listener: KeeperListener;
  readonly #decoder = new FrameDecoder(LARGEST_CONTROL_PAYLOAD);
  #pending: Map<number, Pending> | null = null;
  #lastTag = 0;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;

  private constructor(socket: Socket, listener: KeeperListener) {
    super();
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

  protected request(
    type: number,
    payload: Buffer | string = '',
    answered?: (fields: Fields) => void,
  ): Promise<Fields> {
    if (this.#isClosed) return Promise.reject(keeperGone());
    return new Promise((resolve, reject) => {
      this.#lastTag += 1;
      this.#pending ??= new Map();
      this.#pending.set(this.#lastTag, { resolve, reject, answered });
      this.#write(type, this.#lastTag, payload);
    });
  }

  protected send(type: number, payload: Buffer | string = ''): void {
    if (!this.#isClosed) this.#write(type, 0, payload);
  }

  whenIdle(callback: () => void): void {
    if (this.#pending && this.#pending.size > 0) this.#whenIdle = callback;
    else callback();
  }

  /** Everything sent before still arrives. */
  close(): void {
    this.#leave(false);
    this.#socket.destroySoon();
  }

  #write(type: number, tag: number, payload: Buffer | string): void {
    this.#socket.write(encodeFrame(type, tag, payload));
  }

  #read(length: number, buffer: Buffer): boolean {
    if (this.#isClosed) return true;
    try {
      for (const { type, tag, payload } of this.#decoder.push(buffer.subarray(0, length))) {
        const fields = parseRecord(payload.toString(), '\0');
        if (!hearPush(type, fields, this.#listener)) this.#answer(type, tag, fields);
      }
    } catch {
      this.#socket.destroy();
    }
    return true;
  }

  #answer(type: number, tag: number, fields: Fields): void {
    const pending = this.#pending?.get(tag);
    if (!pending) return;
    this.#pending?.delete(tag);
    if (type === FRAME.ERROR) pending.reject(toRefusal(fields));
    else {
      pending.resolve(fields);
      pending.answered?.(fields);
    }
    if (this.#pending?.size === 0) this.#whenIdle?.();
  }

  #leave(tellListener: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { reject } of this.#pending?.values() ?? []) reject(keeperGone());
    this.#pending = null;
    if (tellListener) this.#listener.gone();
  }
}

/** A link would lead to another keeper, and a kill to another process. */
function refuseLink(keep: string): void {
  for (const path of [keep, join(keep, 'control')]) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw Object.assign(new Error(`${path} is a link`), { code: 'ECONNREFUSED' });
  }
}

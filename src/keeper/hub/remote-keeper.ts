import { RingbackError } from '../../base/errors.ts';
import { toRefusal } from '../connection.ts';
import { FRAME } from '../frame.ts';
import type { Keeper } from '../keeper.ts';
import { type Entry, type Fields, parseRecord } from '../record.ts';
import type { Channel } from './hub.ts';

type Payload = readonly Entry[] | Buffer;
type Pending = {
  readonly type: number;
  readonly payload: Payload;
  readonly timer: NodeJS.Timeout | undefined;
  resolve(fields: Fields): void;
  reject(error: Error): void;
};

/** What is not the keeper's business but that of the copy here. */
export type KeeperEvents = {
  armed(offset: number): void;
  resized(cols: number, rows: number): void;
  limited(bytes: number): void;
  seen(): void;
  closed(): void;
  /** Something was asked and not answered in time. */
  unanswered(): void;
  /** Why it is out of reach now, for people. */
  explain(): string;
};

/** A connection that is out of order is waited for this long; a kill may take its grace on top. */
const PATIENCE_MS = 15_000;

/**
 * A keeper elsewhere. Lines to it come and go: what was asked and not answered is asked again on the next one. Nothing
 * is done twice by that: input is numbered, and all else may be repeated.
 */
export class RemoteKeeper implements Keeper {
  readonly #events: KeeperEvents;
  readonly #pending = new Map<number, Pending>();
  #channel: Channel | undefined;
  #lastTag = 0;
  #isClosed = false;
  #isSeen = false;
  #whenIdle: (() => void) | undefined;

  constructor(events: KeeperEvents) {
    this.#events = events;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** From now on this is the way; undefined: there is none at the moment. */
  use(channel: Channel | undefined): void {
    this.#channel = channel;
    if (!channel) return;
    for (const [tag, { type, payload }] of this.#pending) channel.send(type, tag, payload);
    if (this.#isSeen) channel.send(FRAME.SEEN, 0, []);
  }

  request(type: number, payload: Payload = []): Promise<Fields> {
    if (this.#isClosed) return Promise.reject(gone());
    // The hub has subscribed; what is wanted here is the answer.
    const asked = type === FRAME.SUBSCRIBE ? FRAME.STATUS : type;
    return new Promise((resolve, reject) => {
      this.#lastTag += 1;
      const tag = this.#lastTag;
      // Nobody waits for a subscription, and without its answer a start that was taken over is never known to run.
      const timer =
        type === FRAME.SUBSCRIBE ? undefined : setTimeout(() => this.#giveUp(tag), PATIENCE_MS).unref();
      this.#pending.set(tag, { type: asked, payload, timer, resolve, reject });
      this.#channel?.send(asked, tag, payload);
    });
  }

  send(type: number, payload: readonly Entry[] = []): void {
    if (type === FRAME.ARM) this.#events.armed(Number(new Map(payload).get('offset') ?? 0));
    else if (type === FRAME.SEEN) this.#see();
    else this.#channel?.send(type, 0, payload);
  }

  whenIdle(callback: () => void): void {
    if (this.#pending.size > 0) this.#whenIdle = callback;
    else callback();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#leave();
    this.#events.closed();
  }

  /** It is gone: nobody will answer. */
  lose(): void {
    if (!this.#isClosed) this.#leave();
  }

  /** It has left in peace: what was asked last is not answered, and all else is done. */
  left(): void {
    this.#rejectAll();
    this.#tellIdle();
  }

  /** An answer of the keeper. */
  answer(type: number, tag: number, payload: Buffer): void {
    const pending = this.#pending.get(tag);
    if (!pending) return;
    const fields = parseRecord(payload.toString(), '\0');
    this.#forget(tag, pending);
    if (type === FRAME.ERROR) pending.reject(toRefusal(fields));
    else pending.resolve(fields);
    this.#tellIdle();
    if (type !== FRAME.ERROR) this.#note(pending);
  }

  #see(): void {
    this.#isSeen = true;
    this.#channel?.send(FRAME.SEEN, 0, []);
    this.#events.seen();
  }

  /** What holds for the log there holds for its copy. */
  #note({ type, payload }: Pending): void {
    if (Buffer.isBuffer(payload)) return;
    const given = new Map(payload);
    if (type === FRAME.RESIZE) this.#events.resized(Number(given.get('cols')), Number(given.get('rows')));
    if (type === FRAME.LIMIT) this.#events.limited(Number(given.get('bytes')));
  }

  #giveUp(tag: number): void {
    const pending = this.#pending.get(tag);
    if (!pending) return;
    this.#forget(tag, pending);
    this.#events.unanswered();
    pending.reject(new RingbackError('unreachable', this.#events.explain(), 'Try again later.'));
    this.#tellIdle();
  }

  #tellIdle(): void {
    const callback = this.#whenIdle;
    if (!callback || this.#pending.size > 0) return;
    this.#whenIdle = undefined;
    callback();
  }

  #forget(tag: number, { timer }: Pending): void {
    clearTimeout(timer);
    this.#pending.delete(tag);
  }

  #leave(): void {
    this.#isClosed = true;
    this.#rejectAll();
  }

  #rejectAll(): void {
    for (const [tag, pending] of this.#pending) {
      this.#forget(tag, pending);
      pending.reject(gone());
    }
  }
}

function gone(): RingbackError {
  return new RingbackError('gone', 'The keeper of this process went away before it answered.');
}

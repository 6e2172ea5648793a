import { RingbackError } from '../../base/errors.ts';
import { FRAME, type Frame } from '../frames/frame.ts';
import { encodeRecord, type Fields, parseRecord } from '../frames/record.ts';
import { FramedKeeper } from '../keeper.ts';
import { hearPush, type Pushed } from '../pushes.ts';
import { keeperGone, toRefusal } from '../refusal.ts';
import { parseStarted, type Started } from '../started.ts';
import { parseStatus } from '../status.ts';
import type { Channel } from './hub.ts';

type Pending = {
  readonly type: number;
  readonly payload: Buffer | string;
  readonly timer: NodeJS.Timeout | undefined;
  resolve(fields: Fields): void;
  reject(error: Error): void;
  answered: ((fields: Fields) => void) | undefined;
};

/** What is not the keeper's business but that of the copy here. */
export type KeeperEvents = Pushed & {
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
 * A keeper elsewhere. Connections to it come and go: what was asked and not answered is asked again on the next one. Nothing
 * is done twice by that: input is numbered, and all else may be repeated.
 */
export class RemoteKeeper extends FramedKeeper {
  readonly #events: KeeperEvents;
  readonly #pending = new Map<number, Pending>();
  #channel: Channel | undefined;
  #lastTag = 0;
  #isClosed = false;
  #isSeen = false;
  #whenIdle: (() => void) | undefined;

  constructor(events: KeeperEvents) {
    super();
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
    if (this.#isSeen) super.seen();
  }

  /** The hub has subscribed; what is wanted here is the answer. Nobody waits for it, so it may take as long as it takes. */
  override async subscribe() {
    return parseStatus(await this.#ask(FRAME.STATUS, '', undefined, undefined));
  }

  /** What waits for this has no hurry, and must not be forgotten. */
  override async begin(answered: (started: Started) => void): Promise<void> {
    await this.#ask(FRAME.BEGIN, '', (fields) => answered(parseStarted(fields)), undefined);
  }

  override async drop(why: string): Promise<void> {
    await this.#ask(FRAME.DROP, encodeRecord([['why', why]]), undefined, undefined);
  }

  override arm(offset: number): void {
    this.#events.armed(offset);
  }

  /** What holds for the log there holds for its copy: so it is with its limit. */
  override resize(size: { cols: number; rows: number }): Promise<void> {
    return super.resize(size, () => this.#events.resized(size.cols, size.rows));
  }

  override limitLog(bytes: number): Promise<void> {
    return super.limitLog(bytes, () => this.#events.limited(bytes));
  }

  override seen(): void {
    this.#isSeen = true;
    super.seen();
    this.#events.seen();
  }

  protected request(
    type: number,
    payload: Buffer | string = '',
    answered?: (fields: Fields) => void,
  ): Promise<Fields> {
    return this.#ask(type, payload, answered, PATIENCE_MS);
  }

  protected send(type: number, payload: Buffer | string = ''): void {
    this.#channel?.send(type, 0, payload);
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

  /** A frame of the keeper. */
  hear({ type, tag, payload }: Frame): void {
    const fields = parseRecord(payload.toString(), '\0');
    if (!hearPush(type, fields, this.#events)) this.#answer(type, tag, fields);
  }

  #answer(type: number, tag: number, fields: Fields): void {
    const pending = this.#pending.get(tag);
    if (!pending) return;
    this.#forget(tag, pending);
    if (type === FRAME.ERROR) pending.reject(toRefusal(fields));
    else {
      pending.resolve(fields);
      pending.answered?.(fields);
    }
    this.#tellIdle();
  }

  #ask(
    type: number,
    payload: Buffer | string,
    answered: ((fields: Fields) => void) | undefined,
    patienceMs: number | undefined,
  ): Promise<Fields> {
    if (this.#isClosed) return Promise.reject(keeperGone());
    return new Promise((resolve, reject) => {
      this.#lastTag += 1;
      const tag = this.#lastTag;
      const timer =
        patienceMs === undefined ? undefined : setTimeout(() => this.#giveUp(tag), patienceMs).unref();
      this.#pending.set(tag, { type, payload, timer, resolve, reject, answered });
      this.#channel?.send(type, tag, payload);
    });
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
      pending.reject(keeperGone());
    }
  }
}

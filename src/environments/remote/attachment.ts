import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../../base/failpoint.ts';
import type { KeeperListener } from '../../keeper/connection.ts';
import { type ExitRecord, parseExit } from '../../keeper/exit.ts';
import { FRAME } from '../../keeper/frame.ts';
import type { Finding } from '../../keeper/host.ts';
import { readExit } from '../../keeper/keep.ts';
import { parseRecord } from '../../keeper/record.ts';
import { type Place, PlaceGone } from '../environment.ts';
import { runToEnd } from '../run-to-end.ts';
import { findOut } from './find-out.ts';
import type { Closing, Hub } from './hub.ts';
import { forgetPlace, storeExit } from './keep-files.ts';
import type { Connected, Line } from './line.ts';
import type { MirrorLog } from './mirror-log.ts';
import { RemoteKeeper } from './remote-keeper.ts';

export type AttachmentOptions = {
  /** The copy here. */
  readonly keep: string;
  /** The keep there. */
  readonly remoteKeep: string;
  /** The machine that it was started on, where that matters. */
  readonly node: string | undefined;
  readonly line: Line;
  /** Sees the same files, and answers when a place that is gone cannot: where jobs are submitted. */
  readonly front?: Line;
  readonly mirror: MirrorLog;
  /** Nothing of it is left there, or nobody can say: the line is no longer needed for it. */
  done(): void;
};

/** What the engine finds where it is not simply running. */
export type Verdict = Exclude<Finding, { kind: 'running' }>;

/** A full disk, here or there: what is there waits. */
const TROUBLE_PAUSE_MS = 1_000;
/** Between two looks at something that is changing right now. */
const AGAIN_MS = 100;
const MOST_TRIES = 20;
const ELSEWHERE_MS = 5_000;
const LAST_WORD_MS = 300;
const deaf: KeeperListener = { grew() {}, ended() {}, gone() {} };

/**
 * One process elsewhere and its copy here: whatever breaks in between, the copy goes on where it ended, until the end is
 * told, seen, and nothing is left there.
 */
export class Attachment {
  readonly #options: AttachmentOptions;
  readonly #closing = new AbortController();
  readonly #growthWaiters = new Set<() => void>();
  readonly keeper: RemoteKeeper;
  listener: KeeperListener = deaf;
  /** Whether somebody was told that it runs: then it cannot be called unstarted any more. */
  wasAcknowledged = true;
  #verdict: Verdict | undefined;
  #exit: ExitRecord | undefined;
  #hub: Hub | undefined;
  /** Why it is read through the front. */
  #goneBecause: string | undefined;
  #armed: number | undefined;
  /** Resolves when the keeper there, or the truth about it, was first heard of. */
  readonly #met = Promise.withResolvers<void>();
  readonly #seen = Promise.withResolvers<void>();
  #isSeen = false;
  #isOver = false;
  #triesToRemove = 0;
  /** Resolves when the listener has heard of the end. */
  readonly #told = Promise.withResolvers<void>();
  readonly closed: Promise<void>;

  constructor(options: AttachmentOptions) {
    this.#options = options;
    this.#exit = readExit(options.keep);
    const { line, mirror } = options;
    this.keeper = new RemoteKeeper({
      armed: (offset) => this.#arm(offset),
      resized: (cols, rows) => mirror.resized(cols, rows),
      limited: (bytes) => mirror.setLimit(bytes),
      seen: () => this.#see(),
      closed: () => this.#letGo(),
      unanswered: () => void this.#hub?.doubt(),
      explain: () => line.trouble ?? 'The keeper there does not answer now.',
    });
    line.troubleListeners.add(this.#hearTrouble);
    this.closed = this.#live();
  }

  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  get isStopped(): boolean {
    return this.#closing.signal.aborted;
  }

  get end(): number {
    return this.#options.mirror.end;
  }

  get met(): Promise<void> {
    return this.#met.promise;
  }

  /** Resolves when the listener has heard of the end, or never will. */
  hearEnd(): Promise<void> {
    return Promise.race([this.#told.promise, this.closed]);
  }

  /** The end is recorded, and its keeper told: it may go, and then its keep there. */
  #see(): void {
    this.#isSeen = true;
    this.#seen.resolve();
  }

  /** How much was printed, once that is more than `offset`; undefined when nothing will come any more. */
  async grewOrGone(offset: number, signal: AbortSignal): Promise<number | undefined> {
    const isOver = () => signal.aborted || this.#isOver;
    while (this.end <= offset && !isOver()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#growthWaiters.add(resolve);
      signal.addEventListener('abort', resolve as () => void);
      await promise;
      signal.removeEventListener('abort', resolve as () => void);
      this.#growthWaiters.delete(resolve);
    }
    return this.end > offset ? this.end : undefined;
  }

  /** Nothing there ends; the copy stays as it is. */
  stop(): void {
    this.#closing.abort();
  }

  readonly #hearTrouble = (note: string | undefined): void => this.listener.noted?.(note);

  async #live(): Promise<void> {
    const { line, mirror, done } = this.#options;
    try {
      while (!this.#closing.signal.aborted && !this.#verdict)
        await this.#attachOnce().catch((error) => this.#bear(error));
    } catch (error) {
      if (error instanceof PlaceGone) this.#settle({ kind: 'lost', note: error.message });
      else if (!this.#closing.signal.aborted) throw error;
    } finally {
      line.troubleListeners.delete(this.#hearTrouble);
      this.keeper.use(undefined);
      this.keeper.lose();
      mirror.close();
      this.#isOver = true;
      this.#wake();
      done();
    }
  }

  async #attachOnce(): Promise<void> {
    const connected = await this.#reach();
    const { hub } = connected;
    const why = await this.#follow(hub);
    if (why === 'broken' || this.#closing.signal.aborted) return;
    if (why === 'full' || why === 'failed') await this.#pause(TROUBLE_PAUSE_MS);
    else if (this.#exit) await this.#tidy(hub);
    else await this.#judge(connected);
  }

  /** What went wrong may pass, and nobody else looks after this process: it is tried again. */
  async #bear(error: unknown): Promise<void> {
    if (error instanceof PlaceGone || this.#closing.signal.aborted) throw error;
    await this.#pause(TROUBLE_PAUSE_MS);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal });
  }

  async #reach(): Promise<Connected> {
    const { line, front } = this.#options;
    const { signal } = this.#closing;
    if (!front) return line.reach(signal);
    try {
      if (this.#goneBecause === undefined) return await line.reach(signal);
    } catch (error) {
      if (!(error instanceof PlaceGone)) throw error;
      this.#goneBecause = error.message;
    }
    return front.reach(signal);
  }

  /** Comes back with why it is over. */
  #follow(hub: Hub): Promise<Closing | 'full'> {
    const { remoteKeep, mirror } = this.#options;
    const { promise, resolve } = Promise.withResolvers<Closing | 'full'>();
    const guard = (work: () => void) => {
      try {
        work();
      } catch {
        channel.close();
        resolve('full');
      }
    };
    const channel = hub.attach(remoteKeep, mirror.end, 'engine', {
      output: (offset, bytes) => guard(() => this.#grow(() => mirror.append(offset, bytes))),
      gap: (_from, to) => guard(() => this.#grow(() => mirror.skipTo(to))),
      frame: (type, tag, payload) => {
        this.#met.resolve();
        guard(() => {
          if (type === FRAME.ENDED) this.#end(payload);
          else this.keeper.answer(type, tag, payload);
        });
      },
      closed: resolve,
    });
    this.#hub = hub;
    this.keeper.use(channel);
    const leave = () => {
      channel.close();
      resolve('broken');
    };
    this.#closing.signal.addEventListener('abort', leave, { once: true });
    return promise.finally(() => {
      this.#closing.signal.removeEventListener('abort', leave);
      this.keeper.use(undefined);
    });
  }

  #grow(write: () => void): void {
    write();
    failpoint('remote:after-append');
    this.#wake();
    if (this.#armed === undefined || this.end <= this.#armed) return;
    this.#armed = undefined;
    this.listener.grew(this.end);
  }

  #arm(offset: number): void {
    this.#armed = offset;
    // As a keeper would: not before whoever asks has gone on.
    if (this.end > offset) queueMicrotask(() => this.#grow(() => {}));
  }

  #wake(): void {
    for (const resolve of this.#growthWaiters) resolve();
  }

  /** All output before it is here: the copy is whole (promise 2). */
  #end(payload: Buffer): void {
    if (this.#exit) return;
    const fields = parseRecord(payload.toString(), '\0');
    const exit = parseExit(fields);
    if (!exit) return;
    // No hub ends before its output does; of one that lies, what is missing is a gap.
    this.#options.mirror.skipTo(exit.offset);
    storeExit(this.#options.keep, fields);
    failpoint('remote:exit-stored');
    this.#exit = exit;
    this.listener.ended(exit);
    this.#told.resolve();
  }

  /** The keeper has left: once the end is recorded here, its keep there need not stay. */
  async #tidy(hub: Hub): Promise<void> {
    const { keep, remoteKeep } = this.#options;
    this.keeper.left();
    // In a moment, or by the next engine.
    await Promise.race([this.#seen.promise, aborted(this.#closing.signal)]);
    if (!this.#isSeen) return;
    failpoint('remote:before-remove');
    const { code } = await hub.run(['remove', remoteKeep], this.#closing.signal);
    failpoint('remote:after-remove');
    if (code === 0) forgetPlace(keep);
    // It was killed, or the keeper has not quite left. Where somebody else has put something there, the next engine tries.
    else if (this.#triesToRemove++ < MOST_TRIES) return this.#pause(AGAIN_MS);
    this.stop();
  }

  /** No keeper answers and there is no exit: what became of it is the keeper program's to say. */
  async #judge({ hub, place }: Connected): Promise<void> {
    const { signal } = this.#closing;
    const finding = await findOut(hub, this.#options.remoteKeep, this.wasAcknowledged, signal);
    const isOnItsWay = this.#options.front && this.#goneBecause === undefined;
    if (finding === 'look again' || (finding.kind === 'lost' && isOnItsWay && !finding.isCertain))
      await this.#pause(AGAIN_MS);
    else if (finding.kind === 'lost' && !finding.isCertain) await this.#believeLost(finding, hub, place);
    else this.#settle(finding);
    // Nothing ran: there is nothing to keep.
    if (finding !== 'look again' && finding.kind === 'lost' && finding.isCertain)
      await hub.run(['remove', this.#options.remoteKeep], signal).catch(() => {});
  }

  /** A place that is just ending ends its keepers first, and then knows the better reason. */
  async #believeLost(finding: Verdict, hub: Hub, place: Place): Promise<void> {
    await this.#pause(LAST_WORD_MS);
    if (hub.isClosed) return;
    if (await this.#isElsewhere(place)) await this.#hangUp(hub);
    else if (this.#goneBecause === undefined) this.#settle(finding);
    else this.#settle({ kind: 'lost', note: this.#goneBecause });
  }

  /** Login nodes share their files and one name: of what runs on another of them this one knows nothing. */
  async #isElsewhere(place: Place): Promise<boolean> {
    const { node } = this.#options;
    if (!node) return false;
    const { stdout } = await runToEnd(place, ['uname', '-n'], { signal: this.#closing.signal });
    const answered = stdout.trim();
    if (answered === node) return false;
    this.listener.noted?.(`It runs on ${node}, and ${answered} answered. It is looked for again.`);
    return true;
  }

  /** The next call may be answered by another. */
  async #hangUp(hub: Hub): Promise<void> {
    hub.close();
    await this.#pause(ELSEWHERE_MS);
  }

  #settle(verdict: Verdict): void {
    if (this.#exit) {
      this.stop();
      return;
    }
    this.#verdict = verdict;
    this.#met.resolve();
    this.keeper.lose();
    this.listener.gone();
  }

  /** Whoever closes without having seen the end leaves it to the next engine. */
  #letGo(): void {
    if (!this.#isSeen) this.stop();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

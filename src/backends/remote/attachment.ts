import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../../base/failpoint.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import type { ExitRecord } from '../../keeper/exit.ts';
import { RemoteKeeper } from '../../keeper/hub/remote-keeper.ts';
import { readExit, storeExit } from '../../keeper/keep.ts';
import { deaf, type KeeperListener } from '../../keeper/keeper.ts';
import { PlaceGone } from '../environment.ts';
import {
  type AttachmentEvent,
  type AttachmentState,
  type AttachmentSteps,
  nextState,
  restMs,
} from './attachment-life.ts';
import { copyOutput } from './copy-output.ts';
import type { Verdict } from './find-out.ts';
import { Growth } from './growth.ts';
import { judge } from './judge.ts';
import { forgetPlace } from './keep-files.ts';
import type { MirrorLog } from './mirror-log.ts';
import type { Connected, PlaceConnection } from './place-connection.ts';
import { removeThere } from './remove-there.ts';

export type AttachmentOptions = {
  /** The copy here. */
  readonly keep: string;
  /** The keep there. */
  readonly remoteKeep: string;
  /** The machine that it was started on, where that matters. */
  readonly node: string | undefined;
  readonly connection: PlaceConnection;
  /** Sees the same files, and answers when a place that is gone cannot: where jobs are submitted. */
  readonly front?: PlaceConnection;
  readonly mirror: MirrorLog;
  /** Nothing of it is left there, or nobody can say: the connection is no longer needed for it. */
  done(): void;
};

/**
 * One process elsewhere and its copy here: whatever breaks in between, the copy goes on where it ended, until the end is
 * told, seen, and nothing is left there.
 */
export class Attachment {
  readonly #options: AttachmentOptions;
  readonly #closing = new AbortController();
  readonly #growth: Growth;
  readonly keeper: RemoteKeeper;
  listener: KeeperListener = deaf;
  /** Whether somebody was told that it runs: then it cannot be called unstarted any more. */
  wasAcknowledged = true;
  #verdict: Verdict | undefined;
  #exit: ExitRecord | undefined;
  #connected: Connected | undefined;
  #restMs = 0;
  /** Why it is read through the front. */
  #goneBecause: string | undefined;
  /** Resolves when the keeper there, or the truth about it, was first heard of. */
  readonly #firstContact = Promise.withResolvers<void>();
  readonly #seen = Promise.withResolvers<void>();
  #isSeen = false;
  /** Resolves when the listener has heard of the end. */
  readonly #told = Promise.withResolvers<void>();
  readonly closed: Promise<void>;

  constructor(options: AttachmentOptions) {
    this.#options = options;
    this.#exit = readExit(options.keep);
    const { connection, mirror } = options;
    this.#growth = new Growth(
      () => mirror.end,
      (end) => this.listener.grew(end),
    );
    this.keeper = new RemoteKeeper({
      armed: (offset) => this.#growth.arm(offset),
      resized: (cols, rows) => mirror.resized(cols, rows),
      limited: (bytes) => mirror.setLimit(bytes),
      seen: () => this.#markSeen(),
      ended: (exit) => this.#end(exit),
      waits: (prompt) => this.listener.waits?.(prompt),
      passed: (passing) => this.listener.passed?.(passing),
      quiet: (silence) => this.listener.quiet?.(silence),
      resumed: () => this.listener.resumed?.(),
      closed: () => this.#letGo(),
      unanswered: () => void this.#connected?.hub.probe(),
      explain: () => connection.trouble ?? 'The keeper there does not answer now.',
    });
    connection.troubleListeners.add(this.#hearTrouble);
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

  get firstContact(): Promise<void> {
    return this.#firstContact.promise;
  }

  /** Resolves when the listener has heard of the end, or never will. */
  hearEnd(): Promise<void> {
    return Promise.race([this.#told.promise, this.closed]);
  }

  /** The end is recorded, and its keeper told: it may go, and then its keep there. */
  #markSeen(): void {
    this.#isSeen = true;
    this.#seen.resolve();
  }

  /** How much was printed, once that is more than `offset`; undefined when nothing will come any more. */
  grewOrGone(offset: number, signal: AbortSignal): Promise<number | undefined> {
    return this.#growth.beyond(offset, signal);
  }

  /** Nothing there ends; the copy stays as it is. */
  stop(): void {
    this.#closing.abort();
  }

  readonly #hearTrouble = (note: string | undefined): void => this.listener.noted?.(note);

  async #live(): Promise<void> {
    const { connection, mirror, done } = this.#options;
    const steps: AttachmentSteps = {
      reaching: () => this.#reach(),
      following: () => this.#follow(),
      judging: () => this.#judge(),
      tidying: () => this.#tidy(),
      resting: () => this.#rest(),
    };
    try {
      for (let state: AttachmentState = 'reaching'; state !== 'over'; ) {
        const event: AttachmentEvent = await steps[state]().catch((error) => this.#explain(error));
        this.#restMs = restMs(event);
        state = nextState(state, this.isStopped ? 'stop' : event);
      }
    } finally {
      connection.troubleListeners.delete(this.#hearTrouble);
      this.keeper.use(undefined);
      this.keeper.lose();
      mirror.close();
      this.#growth.finish();
      done();
    }
  }

  #explain(error: unknown): AttachmentEvent {
    if (!(error instanceof PlaceGone)) return 'fail';
    this.#settle({ kind: 'lost', note: error.message });
    return 'placeGone';
  }

  async #rest(): Promise<'rest'> {
    await sleep(this.#restMs, undefined, { signal: this.#closing.signal });
    return 'rest';
  }

  async #reach(): Promise<'connect'> {
    this.#connected = await this.#connect();
    return 'connect';
  }

  async #connect(): Promise<Connected> {
    const { connection, front } = this.#options;
    const { signal } = this.#closing;
    if (!front) return connection.reach(signal);
    try {
      if (this.#goneBecause === undefined) return await connection.reach(signal);
    } catch (error) {
      if (!(error instanceof PlaceGone)) throw error;
      this.#goneBecause = error.message;
    }
    return front.reach(signal);
  }

  async #follow(): Promise<AttachmentEvent<'following'>> {
    const { remoteKeep, mirror } = this.#options;
    const why = await copyOutput(this.#there.hub, remoteKeep, this.keeper, {
      from: mirror.end,
      output: (offset, bytes, printedAt) => this.#grow(() => mirror.append(offset, bytes, printedAt)),
      gap: (to) => this.#grow(() => mirror.skipTo(to)),
      heard: () => this.#firstContact.resolve(),
      signal: this.#closing.signal,
    });
    if (why === 'broken') return 'break';
    // A full disk, here or there: what is there waits.
    if (why === 'full' || why === 'failed') return 'fail';
    return this.#exit ? 'closeAfterEnd' : 'close';
  }

  #grow(write: () => void): void {
    write();
    failpoint('remote:after-append');
    this.#growth.grew();
  }

  /** All output before it is here: the copy is whole (promise 2). */
  #end(exit: ExitRecord): void {
    if (this.#exit) return;
    // No hub ends before its output does; of one that lies, what is missing is a gap.
    this.#options.mirror.skipTo(exit.finalOffset);
    storeExit(this.#options.keep, exit);
    failpoint('remote:exit-stored');
    this.#exit = exit;
    this.listener.ended(exit);
    this.#told.resolve();
  }

  /** The keeper has left: once the end is recorded here, its keep there need not stay. */
  async #tidy(): Promise<'remove'> {
    const { keep, remoteKeep } = this.#options;
    this.keeper.left();
    // In a moment, or by the next engine.
    await unlessAborted(this.#seen.promise, this.#closing.signal);
    failpoint('remote:before-remove');
    const isRemoved = await removeThere(this.#there.hub, remoteKeep, this.#closing.signal);
    failpoint('remote:after-remove');
    // Else the next engine tries.
    if (isRemoved) forgetPlace(keep);
    this.stop();
    return 'remove';
  }

  /** No keeper answers and there is no exit. */
  async #judge(): Promise<AttachmentEvent<'judging'>> {
    const { remoteKeep, node, front } = this.#options;
    const { signal } = this.#closing;
    const finding = await judge(this.#there, {
      remoteKeep,
      node,
      wasAcknowledged: this.wasAcknowledged,
      isOnItsWay: front !== undefined && this.#goneBecause === undefined,
      signal,
    });
    if (finding === 'look again') return 'changing';
    if ('answered' in finding) return this.#hangUp(finding.answered);
    if (finding.kind !== 'lost' || finding.isCertain || this.#goneBecause === undefined)
      this.#settle(finding);
    else this.#settle({ kind: 'lost', note: this.#goneBecause });
    // Nothing ran: there is nothing to keep.
    if (finding.kind === 'lost' && finding.isCertain)
      await removeThere(this.#there.hub, remoteKeep, signal).catch(() => {});
    return 'decide';
  }

  /** The next connection may be answered by another machine of that name. */
  #hangUp(answered: string): 'otherMachine' {
    const { node } = this.#options;
    this.listener.noted?.(`It runs on ${node}, and ${answered} answered. It is looked for again.`);
    this.#there.hub.close();
    return 'otherMachine';
  }

  get #there(): Connected {
    if (!this.#connected) throw new Error('not connected');
    return this.#connected;
  }

  #settle(verdict: Verdict): void {
    if (this.#exit) {
      this.stop();
      return;
    }
    this.#verdict = verdict;
    this.#firstContact.resolve();
    this.keeper.lose();
    this.listener.gone();
  }

  /** Whoever closes without having seen the end leaves it to the next engine. */
  #letGo(): void {
    if (!this.#isSeen) this.stop();
  }
}

import { withinMs } from '../../base/within-ms.ts';
import { keepFolder, readSpec } from '../../keeper/keep.ts';
import type { KeeperListener } from '../../keeper/keeper.ts';
import type { Finding } from '../backend.ts';
import { Attachment } from './attachment.ts';
import type { Verdict } from './find-out.ts';
import { type PlaceFile, readPlace } from './keep-files.ts';
import { MirrorLog } from './mirror-log.ts';
import type { PlaceConnection } from './place-connection.ts';
import type { Places } from './places.ts';

export type AttachmentsOptions = {
  readonly home: string;
  readonly places: Places;
  /** The beginning of a log, which stays. */
  readonly headBytes: number;
  /** One is over. */
  done(id: string): void;
};

/** How long somebody who waits for an answer is kept waiting. */
const PATIENCE_MS = 10_000;

/** The processes of one environment that are looked after: which is attached to, and what was found of it. */
export class Attachments {
  readonly #options: AttachmentsOptions;
  readonly #attachments = new Map<string, Attachment>();
  /** Their keeper was dead when last seen, or their job cancelled: not reported as running before their keeper answers. */
  readonly #unverified = new Set<string>();

  constructor(options: AttachmentsOptions) {
    this.#options = options;
  }

  /** One that is being let go takes up nothing any more: the next is made in its stead. */
  get(id: string): Attachment | undefined {
    const attachment = this.#attachments.get(id);
    return attachment?.isStopped ? undefined : attachment;
  }

  /** Of an ended process, as long as something of it is there. */
  getAgain(id: string): Attachment | undefined {
    const known = this.get(id);
    if (known) return known;
    const place = readPlace(keepFolder(this.#options.home, id));
    return place && this.attachTo(id, place);
  }

  attachTo(id: string, place: PlaceFile): Attachment {
    const { places } = this.#options;
    return this.attach(
      id,
      place,
      places.connectionTo(place.ref, id),
      place.isJob ? places.front() : undefined,
    );
  }

  attach(id: string, place: PlaceFile, connection: PlaceConnection, front?: PlaceConnection): Attachment {
    // This may fail, as the disk does: nothing is held before.
    const mirror = this.#mirror(id);
    const release = this.#options.places.hold(place.ref);
    const attachment = new Attachment({
      keep: keepFolder(this.#options.home, id),
      remoteKeep: place.keep,
      node: place.node,
      connection,
      ...(front && { front }),
      mirror,
      done: () => {
        // One with a verdict stays until that is delivered.
        if (!attachment.verdict && this.#attachments.get(id) === attachment) this.#attachments.delete(id);
        this.#options.done(id);
        release();
      },
    });
    // What it could not cope with is found out when it is looked at again.
    attachment.closed.catch(() => {});
    this.#attachments.set(id, attachment);
    return attachment;
  }

  /** Do not report it as running the next time before its keeper has answered. */
  verifyNext(id: string): void {
    this.#unverified.add(id);
  }

  async look(
    id: string,
    place: PlaceFile,
    listener: KeeperListener,
    wasAcknowledged: boolean,
  ): Promise<Finding> {
    const attachment = this.get(id) ?? this.attachTo(id, place);
    attachment.listener = listener;
    attachment.wasAcknowledged = wasAcknowledged || place.isJob === true;
    const mustKnow = !attachment.wasAcknowledged || this.#unverified.delete(id);
    const hasMet =
      !mustKnow ||
      (await withinMs(
        PATIENCE_MS,
        attachment.firstContact.then(() => true),
      ));
    // Whoever waits is told that it is there: it cannot be called unstarted any more.
    if (!hasMet) attachment.wasAcknowledged = true;
    return this.takeVerdict(id) ?? { kind: 'running', keeper: attachment.keeper };
  }

  /** It is the engine's now; whoever asks again gets another look. */
  takeVerdict(id: string): Verdict | undefined {
    const verdict = this.get(id)?.verdict;
    if (!verdict) return undefined;
    this.#attachments.delete(id);
    if (verdict.kind === 'detached') this.verifyNext(id);
    return verdict;
  }

  /** Nothing there ends. */
  async close(): Promise<void> {
    const attachments = [...this.#attachments.values()];
    for (const attachment of attachments) attachment.stop();
    await Promise.allSettled(attachments.map(({ closed }) => closed));
  }

  #mirror(id: string): MirrorLog {
    const keep = keepFolder(this.#options.home, id);
    const spec = readSpec(keep) as Partial<Record<string, number>> | undefined;
    const { logLimitBytes = 64 * 1024 * 1024, cols = 120, rows = 30 } = spec ?? {};
    return new MirrorLog(keep, { limit: logLimitBytes, head: this.#options.headBytes, cols, rows });
  }
}

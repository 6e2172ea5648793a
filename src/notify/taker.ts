import type { DeliveryWay } from './deliveries.ts';
import type { Notification } from './ledger.ts';

/** What a session hears at once: everything that was pending for it, in order, as one text. */
export type Turn = {
  readonly session: string;
  readonly notifications: readonly Notification[];
  readonly text: string;
};

/** A turn that somebody was given, to be acknowledged. */
export type Offered = Turn & { readonly lease: Lease };

/** One handing over of a delivery: the same delivery given again is another one. */
export type Lease = { readonly delivery: string };

/** In what those that take turns differ. */
export type Taker = {
  /**
   * `inline`: its own turns saw what a `poll` showed, so that is not told again. Default: `autonomous`, it is woken from
   * outside. `ring`: as that, without what a ring was given up for.
   */
  readonly way: Exclude<DeliveryWay, 'task' | 'busy'>;
  /** Leaves out what this one of several takers should not hear. */
  readonly filter: Filter;
  /** Whether a turn that it did not acknowledge comes again to the letter, or with what came later. Default: `anew`. */
  readonly repeats: 'same' | 'anew';
};

export type Filter = (one: Notification) => boolean;

/** Gets turns pushed. One that it was given and did not acknowledge goes to the next. */
export type Subscriber = Taker & {
  readonly session: string;
  give(turn: Offered): void;
  leave(): void;
  /** What it was given last. */
  holding: Lease | null;
};

export function toTaker({
  way = 'autonomous',
  filter = () => true,
  repeats = 'anew',
}: Partial<Taker>): Taker {
  return { way, filter, repeats };
}

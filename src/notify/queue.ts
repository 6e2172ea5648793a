import type { Notification } from './ledger.ts';

/** What a session hears at once: everything that was pending for it, in order, as one text. */
export type Turn = {
  readonly session: string;
  readonly notifications: readonly Notification[];
  readonly text: string;
};

/** What a listener wants to hear. */
export type Hearing = {
  /** `inline`: its own turns saw what a `poll` showed, so that is not told again. Default: it is woken from outside. */
  readonly way?: 'inline' | 'autonomous';
  readonly mayTell?: MayTell;
  /** Whether a turn that it was given comes again to the letter. Not for those that keep it themselves, as ringers do. */
  readonly freezes?: boolean;
};

/** Gets turns pushed. One that it was given and did not acknowledge goes to the next. */
export type Subscriber = Required<Hearing> & { give(turn: Turn): void; leave(): void };

/** Leaves out what this one of several listeners should not hear. */
export type MayTell = (one: Notification) => boolean;

export const anything: MayTell = () => true;

/** Who said that a session is busy, and for how long that holds. */
export type BusyLease = { readonly holder: string; readonly leaseMs: number };

/** In memory only: whoever was being told when the engine died is told again, under the same ids (promise 13). */
export type Queue = {
  readonly subscribers: Subscriber[];
  /** A subscriber's turn that is not acknowledged yet: nothing else goes out meanwhile. */
  inFlight: { readonly ids: ReadonlySet<string>; readonly to: Subscriber } | null;
  /** Turns that somebody fetched and has not acknowledged: they go to nobody else meanwhile, all else does. */
  readonly leases: Set<ReadonlySet<string>>;
  /** The session has a turn of its own: whoever said so, and the end of their leases. */
  readonly busy: Map<string, NodeJS.Timeout>;
};

export function newQueue(): Queue {
  return { subscribers: [], inFlight: null, leases: new Set(), busy: new Map() };
}

export function isUsed(queue: Queue): boolean {
  return queue.subscribers.length > 0 || handedOut(queue).length > 0 || queue.busy.size > 0;
}

export function handedOut({ inFlight, leases }: Queue): ReadonlySet<string>[] {
  return inFlight ? [inFlight.ids, ...leases] : [...leases];
}

export function idsOf(turn: Turn): ReadonlySet<string> {
  return new Set(turn.notifications.map((one) => one.id));
}

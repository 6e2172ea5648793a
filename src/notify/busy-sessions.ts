import { LONGEST_TIMER_MS } from '../base/longest-timer.ts';
import { untilStored } from '../base/until-stored.ts';
import type { Deliveries, Delivery } from './deliveries.ts';

export type BusyOptions = {
  readonly deliveries: Deliveries;
  /** How long a session is busy by default. */
  readonly busyLeaseMs: number;
  now(): number;
  isClosed(): boolean;
  /** It may be told something again. */
  wake(session: string): void;
};

/** Who says that a session is busy, and for how long that holds. */
type BusyLease = { readonly holder?: string | undefined; readonly leaseMs?: number | undefined };

/**
 * While a session has a turn of its own its notifications wait, and then go out as one. Each is a delivery without
 * notifications. Who says so has to say it again before its time is over: a program that was killed in its turn says
 * nothing any more.
 */
export class BusySessions {
  readonly #options: BusyOptions;

  constructor(options: BusyOptions) {
    this.#options = options;
    for (const one of options.deliveries.all()) if (one.way === 'busy') this.#endInTime(one);
  }

  set(
    session: string,
    isBusy: boolean,
    { holder = '', leaseMs = this.#options.busyLeaseMs }: BusyLease = {},
  ): void {
    const { deliveries, now, wake } = this.#options;
    // What was said under the old name of a session that has moved is continued or ended under both.
    const id = JSON.stringify(['busy', session, holder]);
    const before = deliveries.get(id) ?? this.#of(session).find((one) => one.taker === holder);
    if (!isBusy) {
      if (!before) return;
      deliveries.happen(before, 'confirm');
      wake(before.session);
      return;
    }
    const nextAt = now() + leaseMs;
    if (nextAt === before?.nextAt) return;
    const lease = before
      ? deliveries.happen(before, 'offer', { nextAt })
      : deliveries.add({ id, session, way: 'busy', taker: holder, nextAt, createdAt: now() });
    if (!before || nextAt < before.nextAt) this.#endInTime(lease);
  }

  /** When its own turn is over, unless that is put off; 0: it has none. */
  until(session: string): number {
    const ends = this.#of(session).map(({ nextAt }) => nextAt);
    return Math.max(0, ...ends.filter((end) => end > this.#options.now()));
  }

  #of(session: string): Delivery[] {
    return this.#options.deliveries.ofSession(session).filter(({ way }) => way === 'busy');
  }

  /** Its time may have been put off by then: what waits for it waits on. */
  #endInTime({ id, nextAt }: Delivery): void {
    const { deliveries, now, isClosed, wake } = this.#options;
    const end = () => {
      const lease = deliveries.get(id);
      if (!lease) return;
      if (lease.nextAt > now()) this.#endInTime(lease);
      else deliveries.happen(lease, 'close');
      wake(lease.session);
    };
    const inMs = Math.min(LONGEST_TIMER_MS, Math.max(0, nextAt - now()));
    setTimeout(() => untilStored(isClosed, end), inMs).unref();
  }
}

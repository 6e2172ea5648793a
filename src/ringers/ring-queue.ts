import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../base/backoff.ts';
import { failpoint } from '../base/failpoint.ts';
import { isStorageTrouble } from '../base/storage-trouble.ts';
import { validate } from '../base/validate.ts';
import type { Reminder } from '../engine/reminder.ts';
import type { Delivery } from '../notify/deliveries.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Binding } from './bindings.ts';
import { loadedRinger, loadRinger } from './kinds.ts';
import { afterRung, dueAct, type Step } from './next-step.ts';
import type { Ringer, Rung } from './ringer.ts';
import type { Rings } from './rings.ts';
import { hideSecrets } from './secrets.ts';

type Options = {
  readonly binding: Binding;
  readonly notifier: Notifier;
  readonly rings: Rings;
  readonly reminder: Reminder;
  /** The queue that the session had before: it may still be in the middle of a try. */
  readonly after: Promise<void>;
  report(error: unknown): void;
};

/** A ring that is taken back: whoever asks is told what is in it. */
type TakenBack = { readonly ring: Delivery; readonly againInMs: number };

/** When to go on after a failure of our own: a full disk, a ringer's mistake. */
const MEND_MS = 1_000;

/** One session and its ringer: one turn at a time, tried until it was admitted or given up. */
export class RingQueue {
  readonly #options: Options;
  /** Nothing new is begun; what is being tried goes on. */
  readonly #leaving = new AbortController();
  readonly #aborting = new AbortController();
  /** Why nobody can be rung here; empty: somebody can. */
  #problem = '';
  /** It has ended: the next may begin. */
  readonly closed: Promise<void>;

  constructor(options: Options) {
    this.#options = options;
    this.closed = this.#live().catch((error: unknown) => {
      if (!this.#leaving.signal.aborted) options.report(error);
    });
  }

  get problem(): string {
    return this.#problem;
  }

  /** What is being tried is not cut off: whether it arrives would never be known. */
  leave(): void {
    this.#leaving.abort();
  }

  abort(): void {
    this.#leaving.abort();
    this.#aborting.abort();
  }

  async #live(): Promise<void> {
    const { binding, after, report } = this.#options;
    const { signal } = this.#leaving;
    let ringer: Ringer;
    let settings: unknown;
    try {
      ringer = loadedRinger(binding.kind) ?? (await loadRinger(binding.kind));
      settings = validate(ringer.schema, binding.settings, 'the settings');
    } catch (error) {
      // What is to be told waits for other settings, or another way; `ringback ring ls` shows why.
      this.#problem = (error as Error).message;
      report(new Error(`${binding.session} cannot be rung by ${binding.kind}: ${this.#problem}`));
      return;
    }
    await after;
    while (!signal.aborted) {
      try {
        await this.#work(ringer, settings);
      } catch (error) {
        if (signal.aborted) return;
        report(error);
        await sleep(MEND_MS, undefined, { signal });
      }
    }
  }

  async #work(ringer: Ringer, settings: unknown): Promise<void> {
    const back = await this.#ringAll(ringer, settings);
    // Only now, when we do not listen any more: it is for whoever else asks.
    if (back) await this.#reminded(() => this.#takeBack(back));
  }

  /** Until one is to be taken back. */
  async #ringAll(ringer: Ringer, settings: unknown): Promise<TakenBack | undefined> {
    const { binding, notifier, rings } = this.#options;
    const { signal } = this.#leaving;
    let back: TakenBack | undefined;
    // What was left unfinished is done first, as it was.
    for (const ring of rings.unfinished(binding.session)) {
      await this.#reminded(async () => {
        back = await this.#deliver(ringer, settings, ring);
      });
      if (back) return back;
    }
    for await (const turn of notifier.dispatcher.subscribe(binding.session, signal, { way: 'ring' })) {
      await this.#reminded(async () => {
        await ringer.whenIdle?.(settings, binding.session, signal).catch(() => {});
        signal.throwIfAborted();
        // What came meanwhile goes along; what was consumed meanwhile does not.
        const now = ringer.whenIdle ? notifier.dispatcher.refresh(turn) : turn;
        const ring = now && (await this.#stored(() => rings.begin(now, Date.now())));
        if (ring) back = await this.#deliver(ringer, settings, ring);
      });
      if (back) return back;
    }
    return undefined;
  }

  async #takeBack({ ring, againInMs }: TakenBack): Promise<void> {
    await this.#stored(() => this.#options.rings.happen(ring, 'close'));
    failpoint('ring:taken-back');
    await sleep(againInMs, undefined, { signal: this.#leaving.signal });
  }

  /** Whoever kills us meanwhile, somebody comes back for it. */
  async #reminded(work: () => Promise<void>): Promise<void> {
    const done = this.#options.reminder.need();
    try {
      await work();
    } finally {
      done();
    }
  }

  /** Until it is admitted, given up, no longer to be told, or to be taken back. */
  async #deliver(ringer: Ringer, settings: unknown, first: Delivery): Promise<TakenBack | undefined> {
    const { rings } = this.#options;
    const { signal } = this.#leaving;
    let ring = first;
    do {
      const early = ring.nextAt - Date.now();
      if (early > 0) await sleep(early, undefined, { signal });
      signal.throwIfAborted();
      if (!(await this.#stored(() => rings.isStillOpen(ring)))) return undefined;
      const looked = await this.#lookUp(ringer, settings, ring);
      const { step, tried } = looked
        ? { step: looked, tried: ring }
        : await this.#try(ringer, settings, ring);
      if (step.event === 'confirm') {
        failpoint('ring:before-admitted');
        await this.#stored(() => rings.admit(tried));
        return undefined;
      }
      if (step.event === 'close') return { ring: tried, againInMs: step.againInMs };
      const { event, reason, againInMs } = step;
      const nextAt = Date.now() + backoffMs(ring.attempts, Math.random(), againInMs);
      const attempts = ring.attempts + 1;
      const shown = hideSecrets(ringer, this.#options.binding.settings, reason);
      ring = await this.#stored(() => rings.happen(tried, event, { reason: shown, attempts, nextAt }));
    } while (ring.state !== 'dead');
    return undefined;
  }

  /** Of one that may have arrived, where its agent can be asked. Undefined: it is to be rung. */
  async #lookUp(ringer: Ringer, settings: unknown, ring: Delivery): Promise<Step | undefined> {
    if (dueAct(ring.state, ringer.idempotent) === 'ring' || !ringer.lookUp) return undefined;
    let why = 'the agent cannot tell';
    const found = await ringer.lookUp(settings, ring, this.#aborting.signal).catch((error: Error) => {
      why = error.message;
      return 'unknown' as const;
    });
    if (found === 'present') return { event: 'confirm' };
    if (found === 'absent') return undefined;
    return { event: 'lose', reason: `whether it has arrived cannot be looked up: ${why}` };
  }

  async #try(
    ringer: Ringer,
    settings: unknown,
    ring: Delivery,
  ): Promise<{ readonly step: Step; readonly tried: Delivery }> {
    // Counted before: a try that everything died in was one.
    const attempts = ring.attempts + 1;
    const tried = await this.#stored(() => this.#options.rings.happen(ring, 'offer', { attempts }));
    failpoint('ring:before-ring');
    const rung: Rung = await ringer
      .ring(settings, ring, this.#aborting.signal)
      .catch((error: Error) => ({ outcome: 'unknown', reason: error.message }));
    failpoint('ring:after-ring');
    return { step: afterRung(rung, ringer.idempotent, attempts), tried };
  }

  /** Where the disk is full it is written later: what has happened must not be forgotten, and rung again. */
  async #stored<T>(write: () => T): Promise<T> {
    for (;;) {
      try {
        return write();
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        await sleep(MEND_MS, undefined, { signal: this.#leaving.signal });
      }
    }
  }
}

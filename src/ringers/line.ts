import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../base/failpoint.ts';
import { newRingId } from '../base/ids.ts';
import { validate } from '../base/validate.ts';
import type { Store } from '../engine/extension.ts';
import type { Turn } from '../notify/dispatcher.ts';
import type { Notifier } from '../notify/notifier.ts';
import { renderText } from '../notify/texts/render.ts';
import { backoffMs } from './backoff.ts';
import type { Binding } from './bindings.ts';
import { loadRinger } from './kinds.ts';
import { afterRung, dueAct, type Step } from './next-step.ts';
import type { RingRow, RingRows } from './ring-rows.ts';
import type { Ringer, Rung } from './ringer.ts';

type Options = {
  readonly binding: Binding;
  readonly notifier: Notifier;
  readonly store: Store;
  readonly rows: RingRows;
  report(error: unknown): void;
};

/** One session and its ringer: one turn at a time, tried until it was admitted or given up. */
export class Line {
  readonly #options: Options;
  readonly #closing = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.#work().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) options.report(error);
    });
  }

  close(): void {
    this.#closing.abort();
  }

  async #work(): Promise<void> {
    const { binding, notifier, rows } = this.#options;
    const { signal } = this.#closing;
    const ringer = await loadRinger(binding.kind);
    const settings = validate(ringer.schema, binding.settings, 'the settings');
    const { session } = binding;
    // What an earlier engine left is done first, as it was: then it is no part of any other turn.
    const unfinished = this.#unfinished();
    const release = notifier.withhold(unfinished.flatMap((ring) => ring.notifications.map((one) => one.id)));
    try {
      for (const ring of unfinished) await this.#see(ringer, settings, ring);
    } finally {
      release();
    }
    // What was given up waits for a person.
    const isGivenUp = (id: string) =>
      rows.ofSession(session).some((ring) => ring.notifications.some((one) => one.id === id));
    for await (const turn of notifier.subscribe(session, signal, (one) => !isGivenUp(one.id))) {
      await ringer.whenIdle?.(settings, session, signal).catch(() => {});
      signal.throwIfAborted();
      // What came meanwhile goes along; what was consumed meanwhile does not.
      const now = ringer.whenIdle ? notifier.refresh(session) : turn;
      if (now) await this.#see(ringer, settings, this.#begin(now));
    }
  }

  #unfinished(): RingRow[] {
    const { rows, binding } = this.#options;
    return rows.ofSession(binding.session).filter((ring) => ring.state !== 'dead');
  }

  /** Durable before the first try: the same ring, whoever tries again. */
  #begin(turn: Turn): RingRow {
    const { rows, binding, store } = this.#options;
    const notifications = turn.notifications.map(({ id, type, event }) => ({
      id,
      type,
      text: renderText(event),
    }));
    const ring = { id: newRingId(), session: binding.session, text: turn.text, notifications };
    return store.transaction(() => rows.begin(ring, Date.now()));
  }

  /** Until it is admitted, given up, or no longer to be told. */
  async #see(ringer: Ringer, settings: unknown, first: RingRow): Promise<void> {
    const { rows, notifier } = this.#options;
    const { signal } = this.#closing;
    let ring = first;
    for (;;) {
      await sleep(Math.max(0, ring.nextAt - Date.now()), undefined, { signal });
      if (!this.#isStillOpen(ring)) {
        rows.remove(ring.id);
        return;
      }
      const step = await this.#try(ringer, settings, ring);
      signal.throwIfAborted();
      if (step.next === 'done') {
        failpoint('ring:before-admitted');
        notifier.acknowledge(ring.notifications.map((one) => one.id));
        rows.remove(ring.id);
        return;
      }
      ring = rows.change(ring, {
        state: step.next,
        reason: step.reason,
        attempts: ring.attempts + 1,
        nextAt: Date.now() + backoffMs(ring.attempts, Math.random()),
      });
      if (step.next === 'dead') {
        notifier.giveBack(ring.notifications.map((one) => one.id));
        return;
      }
    }
  }

  /** Nothing of it was consumed, dismissed or delivered otherwise; where some was, the rest is still told. */
  #isStillOpen(ring: RingRow): boolean {
    return this.#options.notifier.areOpen(ring.notifications.map((one) => one.id));
  }

  async #try(ringer: Ringer, settings: unknown, ring: RingRow): Promise<Step> {
    const { signal } = this.#closing;
    if (dueAct(ring.state, ringer.idempotent) === 'look' && ringer.lookUp) {
      const found = await ringer.lookUp(settings, ring, signal).catch(() => 'unknown' as const);
      if (found === 'present') return { next: 'done' };
      if (found === 'unknown')
        return { next: 'uncertain', reason: 'whether it has arrived cannot be looked up now' };
    }
    this.#options.rows.change(ring, { state: 'ringing' });
    failpoint('ring:before-ring');
    const rung: Rung = await ringer
      .ring(settings, ring, signal)
      .catch((error: Error) => ({ outcome: 'unknown', reason: error.message }));
    failpoint('ring:after-ring');
    return afterRung(rung);
  }
}

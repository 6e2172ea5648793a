import { readBootId } from '../base/boot-id.ts';
import { nextCron } from './policy/cron.ts';
import type { Past } from './policy/late.ts';
import type { WakeUpRows } from './rows.ts';
import type { Time } from './time.ts';

/** Less is what reading two clocks one after the other makes of it. */
const LEAST_SHIFT_MS = 1_000;

type Reading = { readonly now: number; readonly uptime: number; readonly awake: number };

/**
 * Knows when the clock was set: what counts time that passes is due when it would have been, what goes by the clock goes by
 * the new one. Across restarts of the daemon too, until the machine boots again.
 */
export class WakeClock {
  readonly #rows: WakeUpRows;
  readonly #time: Time;
  readonly #bootId = readBootId();
  readonly #openedAt: number;
  #last: Reading;
  #slept: Past['slept'];
  #skipped: Past['skipped'];

  constructor(rows: WakeUpRows, time: Time) {
    this.#rows = rows;
    this.#time = time;
    this.#openedAt = time.now();
    this.#last = this.#read();
  }

  now(): number {
    return this.#time.now();
  }

  get past(): Past {
    const { now, uptime } = this.#last;
    return {
      bootedAt: now - uptime,
      openedAt: this.#openedAt,
      ...(this.#slept && { slept: this.#slept }),
      ...(this.#skipped && { skipped: this.#skipped }),
    };
  }

  /** To be called before times are compared or set, inside a transaction. */
  check(): void {
    const [last, reading] = [this.#last, this.#read()];
    this.#last = reading;
    const offset = reading.now - reading.uptime;
    const known = this.#rows.clock();
    if (known?.bootId !== this.#bootId) {
      this.#rows.setClock(this.#bootId, offset);
      return;
    }
    const hasSlept = reading.uptime - last.uptime - (reading.awake - last.awake) >= LEAST_SHIFT_MS;
    if (hasSlept) this.#slept = { from: last.now, to: reading.now };
    const shift = offset - known.offset;
    if (Math.abs(shift) < LEAST_SHIFT_MS) return;
    this.#rows.setClock(this.#bootId, offset);
    this.#rows.shiftElapsed(shift);
    if (shift > 0) this.#skipped = { from: last.now, to: reading.now };
    else this.#planAgain(reading.now);
  }

  /** The clock was set back: times that it shows again are near. None of them rings twice, for its key is taken. */
  #planAgain(now: number): void {
    for (const { id, spec } of this.#rows.list({})) {
      const dueAt = 'cron' in spec ? nextCron(spec.cron, spec.zone, now) : undefined;
      if (dueAt !== undefined) this.#rows.setDue(id, dueAt);
    }
  }

  #read(): Reading {
    return { now: this.#time.now(), uptime: this.#time.uptime(), awake: this.#time.awake() };
  }
}

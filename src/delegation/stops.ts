import { failpoint } from '../base/failpoint.ts';
import type { Reminder } from '../engine/reminder.ts';
import type { DelegationContext } from './context.ts';

/** One that could not be ended is tried again. */
const AGAIN_MS = 5_000;

/** Ends delegates that were told to stop and did not; the time is stored with each, so any daemon can go on with it. */
export class Stops {
  readonly #context: DelegationContext;
  readonly #reminder: Reminder;
  readonly #report: (error: unknown) => void;
  readonly #waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly done: () => void }>();

  constructor(context: DelegationContext, reminder: Reminder, report: (error: unknown) => void) {
    this.#context = context;
    this.#reminder = reminder;
    this.#report = report;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  schedule(name: string, leastMs = 0): void {
    this.cancel(name);
    const { rows, now, isClosed } = this.#context;
    const task = rows.task(name);
    if (task?.state !== 'interrupting' || isClosed()) return;
    const inMs = Math.max(leastMs, (task.stopAt ?? 0) - now());
    const timer = setTimeout(() => void this.#stop(name), inMs);
    this.#waiting.set(name, { timer, done: this.#reminder.need() });
  }

  /** It has ended. */
  cancel(name: string): void {
    const waiting = this.#waiting.get(name);
    clearTimeout(waiting?.timer);
    waiting?.done();
    this.#waiting.delete(name);
  }

  close(): void {
    for (const name of this.#waiting.keys()) this.cancel(name);
  }

  async #stop(name: string): Promise<void> {
    const { rows, engine, isClosed } = this.#context;
    const task = rows.task(name);
    if (isClosed() || task?.state !== 'interrupting') return this.cancel(name);
    failpoint('delegation:before-stop');
    try {
      // One that is being started is ended as soon as it is there.
      const process = rows.processOf(task);
      if (process !== undefined) await engine().kill(process);
    } catch (error) {
      this.#report(error);
    }
    // Its end takes it out of here.
    if (this.#waiting.has(name)) this.schedule(name, AGAIN_MS);
  }
}

import type { Reminder } from '../engine/reminder.ts';
import type { DelegationContext } from './context.ts';
import { tidyAfter } from './tidy.ts';

/** What cannot be ended now is tried again. */
const AGAIN_MS = 10_000;

type Options = {
  readonly reminder: Reminder;
  /** Nothing more is told to a session, and its wake-ups are cancelled. */
  closeSession(session: string): void;
  report(error: unknown): void;
};

/** Sees to what delegates leave behind, until that is done. */
export class Tidying {
  readonly #context: DelegationContext;
  readonly #options: Options;
  readonly #again = new Set<NodeJS.Timeout>();
  #underWay = 0;

  constructor(context: DelegationContext, options: Options) {
    this.#context = context;
    this.#options = options;
  }

  get isDone(): boolean {
    return this.#underWay === 0 && this.#again.size === 0;
  }

  begin(name: string): void {
    const task = this.#context.rows.task(name);
    if (!task) return;
    const { reminder, closeSession } = this.#options;
    const done = reminder.need();
    this.#underWay += 1;
    void tidyAfter(this.#context, task, closeSession)
      .catch((error) => this.#tryAgain(name, error))
      .finally(() => {
        this.#underWay -= 1;
        done();
      });
  }

  close(): void {
    for (const timer of this.#again) clearTimeout(timer);
  }

  #tryAgain(name: string, error: unknown): void {
    if (this.#context.isClosed()) return;
    this.#options.report(error);
    const timer = setTimeout(() => {
      this.#again.delete(timer);
      this.begin(name);
    }, AGAIN_MS);
    this.#again.add(timer);
  }
}

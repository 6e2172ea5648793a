import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import { isEnded } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { aboutProcess } from './about.ts';
import type { NotifyContext } from './context.ts';
import { lastLines } from './last-output.ts';
import { findProgress } from './policy/progress.ts';
import { say } from './say.ts';

/** Timers stand still while the machine sleeps: the clock is looked at again by then. */
const LOOK_AGAIN_MS = 600_000;

/** Tells the session of a process that still runs at its deadline. Nothing is ended. */
export class Deadlines {
  readonly #context: NotifyContext;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(context: NotifyContext) {
    this.#context = context;
  }

  /** Also after a restart: one that passed meanwhile is told late. Its key in the ledger keeps it from coming twice. */
  begin({ id, deadline }: ProcessSnapshot): void {
    if (deadline > 0 && !this.#timers.has(id)) this.#schedule(id);
  }

  end(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  close(): void {
    for (const id of this.#timers.keys()) this.end(id);
  }

  #schedule(id: string): void {
    const left = this.#msLeft(id);
    const timer = setTimeout(
      () => {
        if (this.#msLeft(id) > 0) this.#schedule(id);
        else
          untilStored(
            () => this.#timers.get(id) !== timer,
            () => {
              failpoint('deadline:before-say');
              sayStillRunning(this.#context, id);
              failpoint('deadline:after-say');
            },
          );
      },
      Math.min(Math.max(0, left), LOOK_AGAIN_MS),
    ).unref();
    this.#timers.set(id, timer);
  }

  #msLeft(id: string): number {
    const { startedAt, deadline } = this.#context.host.get(id);
    return startedAt + deadline * 1000 - this.#context.now();
  }
}

function sayStillRunning(context: NotifyContext, id: string): void {
  const { host, redactor, now } = context;
  const process = host.get(id);
  const { startedAt, deadline, life } = process;
  if (isEnded(life)) return;
  const lines = lastLines(context, id, undefined);
  const progress = findProgress(lines);
  say(
    context,
    {
      type: 'still_running',
      ...aboutProcess(process, redactor),
      deadline,
      runtime_seconds: Math.floor((now() - startedAt) / 1000),
      output: lines.at(-1) ?? '',
      ...(progress !== undefined && { progress }),
      ...(life.note !== undefined && { note: redactor.redact(life.note) }),
    },
    startedAt,
  );
}

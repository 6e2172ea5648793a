import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import { isEnded } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { aboutProcess } from './about.ts';
import type { NotifyContext } from './context.ts';
import { lastLines } from './last-output.ts';
import type { Notification } from './ledger.ts';
import { findProgress } from './policy/progress.ts';
import { say } from './say.ts';
import { keyOf } from './types.ts';
import { withdraw } from './withdraw.ts';

/** Timers stand still while the machine sleeps: the clock is looked at again by then. */
const LOOK_AGAIN_MS = 600_000;

/** Tells the session of a process that still runs at its deadline, and at each of its heartbeats. Nothing is ended. */
export class Deadlines {
  readonly #context: NotifyContext;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(context: NotifyContext) {
    this.#context = context;
  }

  /**
   * Also after a restart: what passed meanwhile is told late, of many heartbeats the last. Its key in the ledger keeps
   * each from coming twice.
   */
  begin({ id }: ProcessSnapshot): void {
    if (!this.#timers.has(id)) this.#schedule(id, 0);
  }

  /** Inside the transaction of its end: a heartbeat that nobody was given yet is not so any more. */
  end(id: string): void {
    this.#stop(id);
    withdraw(this.#context, `still_running:${id}`, isHeartbeat);
  }

  close(): void {
    for (const id of this.#timers.keys()) this.#stop(id);
  }

  #stop(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** `told`: up to which second of its life. */
  #schedule(id: string, told: number): void {
    const process = this.#context.host.get(id);
    const due = nextDue(process, told);
    if (due === Number.POSITIVE_INFINITY) return;
    const { startedAt } = process;
    const timer = setTimeout(
      () => {
        const age = Math.floor((this.#context.now() - startedAt) / 1000);
        if (age < due) return this.#schedule(id, told);
        untilStored(
          () => this.#timers.get(id) !== timer,
          () => {
            failpoint('deadline:before-say');
            sayStillRunning(this.#context, id, told, age);
            failpoint('deadline:after-say');
            this.#schedule(id, age);
          },
        );
      },
      Math.min(Math.max(0, startedAt + due * 1000 - this.#context.now()), LOOK_AGAIN_MS),
    ).unref();
    this.#timers.set(id, timer);
  }
}

/** The first second of its life after `told` at which something is to be told. */
function nextDue({ deadline, heartbeat }: ProcessSnapshot, told: number): number {
  const beat = heartbeat > 0 ? lastBeat(heartbeat, told) + heartbeat : Number.POSITIVE_INFINITY;
  return deadline > told ? Math.min(deadline, beat) : beat;
}

function lastBeat(heartbeat: number, age: number): number {
  return Math.floor(age / heartbeat) * heartbeat;
}

function isHeartbeat({ event }: Notification): boolean {
  return 'heartbeat' in event;
}

/** What came due in the seconds of its life from `told` to `age`. */
function sayStillRunning(context: NotifyContext, id: string, told: number, age: number): void {
  const { host, redactor } = context;
  const process = host.get(id);
  const { startedAt, deadline, heartbeat, life } = process;
  if (isEnded(life)) return;
  const lines = lastLines(context, id, undefined);
  const progress = findProgress(lines);
  const event = {
    type: 'still_running',
    ...aboutProcess(process, redactor),
    deadline,
    runtime_seconds: age,
    output: lines.at(-1) ?? '',
    ...(progress !== undefined && { progress }),
    ...(life.note !== undefined && { note: redactor.redact(life.note) }),
  } as const;
  const beat = heartbeat > 0 ? lastBeat(heartbeat, age) : 0;
  host.store.transaction(() => {
    if (deadline > told && deadline <= age) say(context, event, startedAt);
    if (beat <= told) return;
    const newest = { ...event, deadline: beat, heartbeat };
    const key = keyOf(newest);
    withdraw(context, `still_running:${id}`, (one) => isHeartbeat(one) && one.key !== key, 'superseded');
    say(context, newest, startedAt);
  });
}

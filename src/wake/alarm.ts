import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../base/failpoint.ts';
import { withinMs } from '../base/within-ms.ts';
import { AlarmConnection, startAlarm } from '../keeper/alarm.ts';
import { findKeeperProgram } from '../keeper/program.ts';

/** One that leaves may still hold its lock for a moment. */
const TRIES = 20;
const RETRY_MS = 50;
/** How long somebody who sets a wake-up waits for the alarm. */
const PATIENCE_MS = 5_000;
const HAND_OVERS = 3;
/** A daemon is started this long before it is needed, so that it rings in time … */
const LEAD_MS = 3_000;
/** … and does not leave when it would be started again at once. */
const STAY_MS = LEAD_MS + 1_000;
/** One that is needed no more stays a while: the next wake-up may be near. */
const LINGER_MS = 30_000;

type Options = {
  readonly home: string;
  /** What starts a daemon. */
  readonly wakeCommand: readonly string[];
  readonly keeperProgram?: string | undefined;
  /** When something is due next; undefined: nothing is. */
  nextDue(): number | undefined;
  onClockSet(): void;
};

/** The alarm of the home, as its daemon sees it: there while something is due, and watched. */
export class Alarm {
  readonly #options: Options;
  #connection: AlarmConnection | undefined;
  #starting: Promise<void> | undefined;
  #linger: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** It is there: should we be killed, it brings us back, and a clock that is set is told. */
  get isThere(): boolean {
    return this.#connection !== undefined;
  }

  /** Whether it can wait for `dueAt` in our place. */
  canWaitFor(dueAt: number, now: number): boolean {
    return this.isThere && dueAt - now > STAY_MS;
  }

  /** Takes over the one that a daemon before us left, which else would go on calling. */
  async open(): Promise<void> {
    await this.#connect();
    if (this.#options.nextDue() === undefined) await this.#release();
    else await this.ensure();
  }

  /** Before something is written down that has a time. Where none can be had, the daemon has to stay itself. */
  async ensure(): Promise<void> {
    if (this.isThere || this.#isClosed) return;
    this.#starting ??= this.#start()
      .catch(() => {}) // no keeper program, no process: looked at again with the next change
      .finally(() => {
        this.#starting = undefined;
      });
    await withinMs(PATIENCE_MS, this.#starting);
  }

  /** What is due has changed. */
  update(): void {
    clearTimeout(this.#linger);
    if (this.#options.nextDue() !== undefined) void this.ensure();
    else if (this.isThere) this.#linger = setTimeout(() => void this.#release(), LINGER_MS).unref();
  }

  /** We leave: it knows when we are needed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#linger);
    const dueAt = this.#options.nextDue();
    const startAt = dueAt === undefined ? undefined : Math.max(1, dueAt - LEAD_MS);
    // It may be killed just now: then another one has to know.
    for (let tries = 0; tries < HAND_OVERS; tries += 1) {
      if (tries > 0) await this.#start().catch(() => {});
      const connection = this.#connection;
      const isKnown = connection && (await withinMs(PATIENCE_MS, connection.leave(startAt)));
      connection?.close();
      if (isKnown || dueAt === undefined) return;
    }
  }

  async #start(): Promise<void> {
    const { home, wakeCommand, keeperProgram } = this.#options;
    for (let tries = 0; tries < TRIES && !this.isThere; tries += 1) {
      if (tries > 0) await sleep(RETRY_MS, undefined, { ref: false });
      await this.#connect();
      if (this.isThere) return;
      await startAlarm(keeperProgram ?? findKeeperProgram(), home, wakeCommand);
      failpoint('wake:after-alarm');
      await this.#connect();
    }
  }

  async #connect(): Promise<void> {
    const connection = await AlarmConnection.connect(this.#options.home, {
      clockSet: () => this.#options.onClockSet(),
      gone: () => {
        if (this.#connection !== connection) return;
        this.#connection = undefined;
        if (!this.#isClosed) this.update();
      },
    });
    this.#connection = connection ?? this.#connection;
  }

  /** Nothing is due: it may go. */
  async #release(): Promise<void> {
    if (this.#options.nextDue() !== undefined) return;
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.leave(undefined);
    connection?.close();
  }
}

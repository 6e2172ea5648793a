import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { RingbackError } from '../base/errors.ts';
import { socketPath } from '../base/home.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineExtension } from '../engine/extension.ts';
import { Reminder } from '../engine/reminder.ts';
import { type KeptOptions, KeptProgram } from './kept-program.ts';
import { type ProgramState, STOPPED } from './life.ts';
import type { Program } from './program.ts';

export type ProgramsOptions = Pick<KeptOptions, 'home' | 'variables' | 'report'> & {
  readonly programs: readonly Program[];
  /** What starts a daemon. */
  readonly wakeCommand: readonly string[];
  readonly answerMs?: number;
};

export type ProgramStatus = {
  readonly name: string;
  readonly state: ProgramState;
  readonly processId: string | undefined;
  /** How often it has failed in a row. */
  readonly failures: number;
  /** Why it was last started again; empty where it was not. */
  readonly trouble: string;
};

const ANSWER_MS = 15_000;

/** The programs of our own that the daemon keeps: see `program.ts` for which, `life.ts` for how. */
export class Programs {
  readonly #options: ProgramsOptions;
  readonly #reminder: Reminder;
  #engine: Engine | undefined;
  #kept: readonly KeptProgram[] = [];
  /** For what ended before `open`. */
  #remembered: (() => void) | undefined;

  constructor(options: ProgramsOptions) {
    this.#options = options;
    this.#reminder = new Reminder(options.wakeCommand);
  }

  /** Behind the transaction that records an end its keeper leaves: from now on only we know that a start is due. */
  readonly extension: Required<Pick<EngineExtension, 'ended'>> = {
    ended: ({ system }) => {
      if (system !== '' && this.#kept.length === 0) this.#remembered ??= this.#reminder.need();
    },
  };

  get table(): readonly Program[] {
    return this.#options.programs;
  }

  /** Takes up what an earlier daemon left. */
  open(engine: Engine): void {
    const { programs, answerMs = ANSWER_MS, ...options } = this.#options;
    this.#engine = engine;
    this.#kept = programs.map(
      (program) => new KeptProgram({ ...options, engine, program, answerMs, reminder: this.#reminder }),
    );
    for (const one of this.#kept) one.resume();
    this.#remembered?.();
  }

  /** Returns when it answers on its socket; fails with `unreachable` where it does not come up. */
  bringUp(name: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const found = this.#kept.find((one) => one.name === name);
    if (!found) throw new RingbackError('failed', `There is no program ${name}.`);
    return found.bringUp(signal);
  }

  /** A connection to it. */
  async connect(name: string): Promise<Socket> {
    const { socket = name } = this.table.find((one) => one.name === name) ?? {};
    await this.bringUp(name);
    const address = socketPath(this.#options.home, socket);
    try {
      const connection = connect(address.path);
      await once(connection, 'connect');
      return connection;
    } finally {
      address.close();
    }
  }

  /** No start is due: the daemon may leave, and what is up is left to its keeper. */
  get canLeave(): boolean {
    return this.#kept.every((one) => one.canBeLeft);
  }

  status(): ProgramStatus[] {
    return this.#kept.map(({ name, state, processId, failures, trouble }) => ({
      name,
      state,
      processId,
      failures,
      trouble,
    }));
  }

  /** Ends them, for a daemon that is stopped: as its clients they would start it again at once. */
  async stop(): Promise<void> {
    await this.close();
    const running = this.#kept.flatMap(({ processId }) => processId ?? []);
    await Promise.allSettled(running.map((id) => this.#engine?.kill(id, { source: STOPPED })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#kept.map((one) => one.close()));
    this.#reminder.close();
  }
}

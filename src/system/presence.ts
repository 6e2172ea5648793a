import { join } from 'node:path';
import { answers, nextSocket } from '../base/answers.ts';
import { RingbackError } from '../base/errors.ts';
import { isLocked } from '../base/exclusive-lock.ts';
import { socketPath } from '../base/home.ts';
import type { Program } from './program.ts';

/** What of a program can be seen from outside, whoever has started it. */
export class Presence {
  readonly #home: string;
  readonly #program: Program;

  constructor(home: string, program: Program) {
    this.#home = home;
    this.#program = program;
  }

  answers(): Promise<boolean> {
    return answers(socketPath(this.#home, this.#program.socket));
  }

  /** False: it has ended, or has not answered in time. */
  async untilAnswers(ended: AbortSignal, limit: AbortSignal): Promise<boolean> {
    const stop = AbortSignal.any([ended, limit]);
    for (;;) {
      if (await this.answers()) return !ended.aborted;
      if (stop.aborted) return false;
      await nextSocket(this.#home, this.#program.socket, stop);
    }
  }

  /** One runs, or somebody does its work in another way. */
  get isLocked(): boolean {
    return isLocked(this.#lock);
  }

  /** To be told where `isLocked`, but none of ours runs. */
  taken(): RingbackError {
    const text = `Another program does what the ${this.#program.name} does: it holds ${this.#lock}.`;
    return new RingbackError('unreachable', text, 'End that program, or use another home.');
  }

  get #lock(): string {
    return join(this.#home, this.#program.lock);
  }
}

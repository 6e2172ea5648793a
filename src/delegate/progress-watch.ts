import type { Progress } from './runner.ts';
import { decideStall, type Limits } from './stall.ts';

/** Looks whether there is progress, when a limit may have passed and not before. */
export class ProgressWatch {
  readonly #limits: Limits;
  readonly #onStall: (why: string) => void;
  readonly #openCalls = new Set<string>();
  #progressAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Limits, onStall: (why: string) => void) {
    this.#limits = limits;
    this.#onStall = onStall;
    this.#look();
  }

  saw(progress: Progress): void {
    this.#progressAt = performance.now();
    if (progress.kind === 'call') this.#openCalls.add(progress.id);
    else if (progress.kind === 'answered') this.#openCalls.delete(progress.id);
    else return;
    // Another limit holds now.
    this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const standing = { progressAt: this.#progressAt, openCalls: this.#openCalls.size };
    const decision = decideStall(standing, this.#limits, now);
    if (decision.kind === 'stalled') this.#onStall(decision.why);
    else this.#timer = setTimeout(() => this.#look(), Math.ceil(decision.at - now));
  }
}

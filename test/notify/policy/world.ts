/** Processes, sessions and a clock around the policy, as an engine would hold them. */
import assert from 'node:assert/strict';
import { newBreaker, nextDeadline, passSilence } from '../../../src/notify/policy/breaker.ts';
import type { PolicyLimits } from '../../../src/notify/policy/limits.ts';
import { offerMatch } from '../../../src/notify/policy/offer-match.ts';
import type { BreakerState, Decision, Outcome, WatchState } from '../../../src/notify/policy/types.ts';
import { endWatch, newWatch } from '../../../src/notify/policy/watch.ts';

/** What happened, as a list that can be compared with another's. */
export type Said = Decision & { readonly processId?: string; readonly at: number };

export class World {
  now = 0;
  readonly outcomes: Outcome[] = [];
  readonly said: Said[] = [];
  readonly #limits: PolicyLimits;
  #watches: Record<string, WatchState> = {};
  #sessions: Record<string, BreakerState> = {};
  #all: BreakerState = newBreaker;

  constructor(limits: PolicyLimits) {
    this.#limits = limits;
  }

  match(processId: string, sessionKey: string, firstLine: string): Outcome {
    const state = { watch: this.watch(processId), session: this.session(sessionKey), all: this.#all };
    const offered = offerMatch(this.#limits, state, { processId, sessionKey, at: this.now, firstLine });
    this.#watches[processId] = offered.watch;
    this.#sessions[sessionKey] = offered.session;
    this.#all = offered.all;
    this.outcomes.push(offered.outcome);
    this.#say(offered.say, processId);
    return offered.outcome;
  }

  end(processId: string): void {
    this.#watches[processId] = endWatch(this.watch(processId));
  }

  /** Lets time pass; timers fire at their times. */
  step(ms: number): void {
    const target = this.now + ms;
    for (let due = this.deadline(); due !== undefined && due <= target; due = this.deadline()) {
      this.now = due;
      this.fire();
      assert.ok((this.deadline() ?? Infinity) > due, 'what was due is done');
    }
    this.now = target;
  }

  deadline(): number | undefined {
    const deadlines = [...Object.values(this.#sessions), this.#all].map((each) =>
      nextDeadline(this.#limits, each),
    );
    return deadlines.filter((each) => each !== undefined).sort((a, b) => a - b)[0];
  }

  fire(): void {
    for (const [key, breaker] of Object.entries(this.#sessions)) {
      const passed = passSilence(this.#limits, 'session', breaker, this.now);
      this.#sessions[key] = passed.breaker;
      this.#say(passed.say);
    }
    const passed = passSilence(this.#limits, 'all', this.#all, this.now);
    this.#all = passed.breaker;
    this.#say(passed.say);
  }

  /** All that is known is what was stored. */
  restart(): void {
    const stored = JSON.stringify([this.#watches, this.#sessions, this.#all]);
    [this.#watches, this.#sessions, this.#all] = JSON.parse(stored);
  }

  watch(processId: string): WatchState {
    return this.#watches[processId] ?? newWatch;
  }

  session(sessionKey: string): BreakerState {
    return this.#sessions[sessionKey] ?? newBreaker;
  }

  #say(decisions: readonly Decision[], processId?: string): void {
    for (const decision of decisions) {
      const isOfProcess = decision.say === 'watch_match' || decision.say === 'watch_disabled';
      this.said.push({ at: this.now, ...decision, ...(isOfProcess && processId ? { processId } : {}) });
    }
  }
}

/**
 * The rules of docs/behaviour.md told a second time, in the simplest way: nothing is kept but the history of all matches, and
 * every answer is searched for in it from the beginning. Slow, and unlike the policy in everything but its answers.
 */
import type { PolicyLimits } from '../../../src/notify/policy/limits.ts';
import type { Outcome } from '../../../src/notify/policy/types.ts';
import type { Said } from './world.ts';

type Past = {
  readonly at: number;
  readonly processId: string;
  readonly sessionKey: string;
  readonly outcome: Outcome;
  readonly line: string;
};
type Trip = { readonly at: number; readonly scope: 'session' | 'all'; readonly sessionKey: string };

export class Model {
  now = 0;
  readonly past: Past[] = [];
  readonly said: Said[] = [];
  readonly #limits: PolicyLimits;
  readonly #trips: Trip[] = [];
  readonly #released = new Set<string>();
  readonly #ended = new Set<string>();

  constructor(limits: PolicyLimits) {
    this.#limits = limits;
  }

  get outcomes(): Outcome[] {
    return this.past.map(({ outcome }) => outcome);
  }

  match(processId: string, sessionKey: string, line: string): void {
    const outcome = this.#judge(processId, sessionKey);
    const before = this.#of(processId);
    this.past.push({ at: this.now, processId, sessionKey, outcome, line });
    if (outcome === 'said') {
      const suppressed = before.slice(lastSaid(before) + 1).filter(isSpaced).length;
      this.said.push({ at: this.now, say: 'watch_match', suppressed, unscannedBytes: 0, processId });
    }
    if (outcome === 'spacing' && this.#strikesInARow(processId) === this.#limits.strikes) {
      const own = this.#of(processId);
      const suppressed = own.slice(lastSaid(own) + 1).filter(isSpaced).length;
      const strikes = this.#limits.strikes;
      this.said.push({
        at: this.now,
        say: 'watch_disabled',
        suppressed,
        unscannedBytes: 0,
        strikes,
        processId,
      });
    }
    if (outcome === 'breaker_session' || outcome === 'breaker_all') this.#tellTrip(outcome, sessionKey);
  }

  end(processId: string): void {
    this.#ended.add(processId);
  }

  step(ms: number): void {
    const target = this.now + ms;
    const due = this.#trips
      .map((trip) => ({ trip, at: trip.at + this.#limits.silenceMs }))
      .filter(({ trip, at }) => at <= target && !this.#released.has(keyOf(trip)))
      .sort((a, b) => a.at - b.at || rank(a.trip) - rank(b.trip));
    for (const { trip, at } of due) {
      this.#released.add(keyOf(trip));
      this.#tellRelease(trip, at);
    }
    this.now = target;
  }

  #judge(processId: string, sessionKey: string): Outcome {
    const { spacingMs, strikes, breakerWindowMs, sessionMatches, allMatches } = this.#limits;
    if (this.#ended.has(processId)) return 'after_end';
    if (this.#strikesInARow(processId) >= strikes) return 'disabled';
    const own = this.#of(processId);
    const last = own[lastSaid(own)];
    if (last && this.now < last.at + spacingMs) return 'spacing';

    const recent = this.past.filter(
      (each) => each.outcome === 'said' && each.at > this.now - breakerWindowMs,
    );
    if (this.#isSilent('session', sessionKey)) return 'breaker_session';
    const ofSession = recent.filter((each) => each.sessionKey === sessionKey);
    if (ofSession.length + 1 > sessionMatches) return this.#trip('session', sessionKey);
    if (this.#isSilent('all', '')) return 'breaker_all';
    if (recent.length + 1 > allMatches) return this.#trip('all', '');
    return 'said';
  }

  /** How many of the latest windows have a drop. A window is what follows a match that was said. */
  #strikesInARow(processId: string): number {
    const own = this.#of(processId);
    const windows = own.flatMap((each, index) => {
      if (each.outcome !== 'said') return [];
      const next = own.findIndex((later, at) => at > index && later.outcome === 'said');
      return [own.slice(index + 1, next === -1 ? undefined : next).some(isSpaced)];
    });
    // Of the last window it is not known yet whether it will be a strike: without a drop it neither counts nor resets.
    const lastIsOpen = windows.at(-1) === false;
    const finished = lastIsOpen && !this.#lastWindowPassed(own) ? windows.slice(0, -1) : windows;
    const reset = finished.lastIndexOf(false);
    return finished.length - reset - 1;
  }

  #lastWindowPassed(own: readonly Past[]): boolean {
    const last = own[lastSaid(own)];
    return last !== undefined && this.now >= last.at + this.#limits.spacingMs;
  }

  #isSilent(scope: Trip['scope'], sessionKey: string): boolean {
    return this.#trips.some((trip) => this.#isOf(trip, scope, sessionKey) && this.#isOn(trip, this.now));
  }

  #trip(scope: Trip['scope'], sessionKey: string): Outcome {
    this.#trips.push({ at: this.now, scope, sessionKey });
    return scope === 'session' ? 'breaker_session' : 'breaker_all';
  }

  #tellTrip(outcome: Outcome, sessionKey: string): void {
    const scope = outcome === 'breaker_session' ? 'session' : 'all';
    const trip = this.#trips.findLast((each) => this.#isOf(each, scope, scope === 'all' ? '' : sessionKey));
    if (!trip || this.#dropsOf(trip).filter((each) => each.sessionKey === sessionKey).length > 1) return;
    const limit = scope === 'session' ? this.#limits.sessionMatches : this.#limits.allMatches;
    this.said.push({ at: this.now, say: 'watch_overflow_tripped', scope, sessionKey, limit });
  }

  #tellRelease(trip: Trip, at: number): void {
    const drops = this.#dropsOf(trip);
    for (const sessionKey of new Set(drops.map((each) => each.sessionKey))) {
      const own = drops.filter((each) => each.sessionKey === sessionKey);
      const processes = [...new Set(own.map((each) => each.processId))].map((processId) => {
        const lines = own.filter((each) => each.processId === processId).map((each) => each.line);
        return { processId, suppressed: lines.length, firstLine: lines[0] ?? '' };
      });
      const { scope } = trip;
      this.said.push({
        at,
        say: 'watch_overflow_released',
        scope,
        sessionKey,
        suppressed: own.length,
        processes,
      });
    }
  }

  #dropsOf(trip: Trip): Past[] {
    const rule = trip.scope === 'session' ? 'breaker_session' : 'breaker_all';
    return this.past.filter(
      (each) =>
        each.outcome === rule &&
        (trip.scope === 'all' || each.sessionKey === trip.sessionKey) &&
        this.#isOn(trip, each.at),
    );
  }

  #isOf(trip: Trip, scope: Trip['scope'], sessionKey: string): boolean {
    return trip.scope === scope && trip.sessionKey === sessionKey;
  }

  #isOn(trip: Trip, at: number): boolean {
    return at >= trip.at && at < trip.at + this.#limits.silenceMs;
  }

  #of(processId: string): Past[] {
    return this.past.filter((each) => each.processId === processId);
  }
}

function isSpaced({ outcome }: Past): boolean {
  return outcome === 'spacing';
}

function lastSaid(own: readonly Past[]): number {
  return own.findLastIndex(({ outcome }) => outcome === 'said');
}

function keyOf({ at, scope, sessionKey }: Trip): string {
  return `${scope} ${sessionKey} ${at}`;
}

/** Two silences that end in the same millisecond: the sessions' come first. */
function rank({ scope }: Trip): number {
  return scope === 'session' ? 0 : 1;
}

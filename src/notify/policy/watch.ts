/** One process's own rules: spacing, strikes and the end (docs/behaviour.md, "Watch matches", rules 1, 2 and 4). */
import type { PolicyLimits } from './limits.ts';
import type { DisabledDecision, MatchDecision, Outcome, WatchPhase, WatchState } from './types.ts';
import { isWithin } from './within.ts';

export const newWatch: WatchState = {
  phase: 'ready',
  openedAt: null,
  strikes: 0,
  suppressed: 0,
  unscannedBytes: 0,
  outcomes: { said: 0, spacing: 0, breaker_session: 0, breaker_all: 0, disabled: 0, after_end: 0 },
};

/** What a process's own rules make of a match, before the breakers are asked. */
export type Judged = {
  readonly watch: WatchState;
  readonly outcome: Exclude<Outcome, 'breaker_session' | 'breaker_all'>;
  readonly say: readonly (MatchDecision | DisabledDecision)[];
};

type Row = {
  readonly match: (watch: WatchState, at: number, limits: PolicyLimits) => Judged;
  readonly windowPassed: (watch: WatchState) => WatchState;
  readonly end: (watch: WatchState) => WatchState;
};

const table: Readonly<Record<WatchPhase, Row>> = {
  ready: { match: say, windowPassed: stay, end: close },
  clean: { match: strike, windowPassed: forgetStrikes, end: close },
  struck: { match: dropAgain, windowPassed: keepStrikes, end: close },
  disabled: { match: refuseDisabled, windowPassed: stay, end: close },
  ended: { match: refuseEnded, windowPassed: stay, end: stay },
};

/** Changes nothing by itself: a breaker may yet drop the match, and then the old state stays (trap 9). */
export function judgeMatch(limits: PolicyLimits, watch: WatchState, at: number): Judged {
  const now = passTime(limits, watch, at);
  return table[now.phase].match(now, at, limits);
}

/** The process has ended and its output was scanned up to the exit's final offset. */
export function endWatch(watch: WatchState): WatchState {
  return table[watch.phase].end(watch);
}

/** Bytes were gone from the log before anybody scanned them: the next notification says how many. */
export function addUnscanned(watch: WatchState, bytes: number): WatchState {
  return { ...watch, unscannedBytes: watch.unscannedBytes + bytes };
}

export function countOutcome(watch: WatchState, outcome: Outcome): WatchState {
  return { ...watch, outcomes: { ...watch.outcomes, [outcome]: watch.outcomes[outcome] + 1 } };
}

function passTime(limits: PolicyLimits, watch: WatchState, at: number): WatchState {
  const isInside = watch.openedAt !== null && isWithin(limits.spacingMs, watch.openedAt, at);
  return isInside ? watch : table[watch.phase].windowPassed(watch);
}

function say(watch: WatchState, at: number): Judged {
  return {
    watch: { ...watch, phase: 'clean', openedAt: at, suppressed: 0, unscannedBytes: 0 },
    outcome: 'said',
    say: [{ say: 'watch_match', suppressed: watch.suppressed, unscannedBytes: watch.unscannedBytes }],
  };
}

/** The first drop in a window makes it a strike; the first of the last one allowed ends the watching. */
function strike(watch: WatchState, _at: number, limits: PolicyLimits): Judged {
  const dropped = dropAgain(watch).watch;
  const strikes = watch.strikes + 1;
  if (strikes < limits.strikes) return spaced({ ...dropped, phase: 'struck', strikes });
  const { suppressed, unscannedBytes } = dropped;
  return {
    ...spaced({ ...dropped, phase: 'disabled', strikes, suppressed: 0, unscannedBytes: 0 }),
    say: [{ say: 'watch_disabled', suppressed, unscannedBytes, strikes }],
  };
}

/** One strike however many drops. */
function dropAgain(watch: WatchState): Judged {
  return spaced({ ...watch, suppressed: watch.suppressed + 1 });
}

function spaced(watch: WatchState): Judged {
  return { watch, outcome: 'spacing', say: [] };
}

function refuseDisabled(watch: WatchState): Judged {
  return { watch, outcome: 'disabled', say: [] };
}

function refuseEnded(watch: WatchState): Judged {
  return { watch, outcome: 'after_end', say: [] };
}

function forgetStrikes(watch: WatchState): WatchState {
  return { ...watch, phase: 'ready', strikes: 0 };
}

function keepStrikes(watch: WatchState): WatchState {
  return { ...watch, phase: 'ready' };
}

function close(watch: WatchState): WatchState {
  return { ...watch, phase: 'ended' };
}

function stay(watch: WatchState): WatchState {
  return watch;
}

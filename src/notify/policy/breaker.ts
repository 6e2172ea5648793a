/**
 * The breaker (docs/behaviour.md, "Watch matches", rule 3): too many match notifications at once and it is silent for a
 * while. The same for one session and for all of them; they differ in their limit.
 */
import type { PolicyLimits } from './limits.ts';
import { cutLine } from './match-output.ts';
import type { BreakerScope, BreakerState, Drops, Match, ReleasedDecision, TrippedDecision } from './types.ts';
import { isWithin } from './within.ts';

export const newBreaker: BreakerState = { said: [], silence: null };

type Phase = 'calm' | 'full' | 'silent';

/** What a breaker makes of a match that nothing else objects to. */
type Row = {
  readonly isDropped: boolean;
  readonly match: (breaker: BreakerState, match: Match, limits: PolicyLimits) => BreakerState;
};

const table: Readonly<Record<Phase, Row>> = {
  calm: { isDropped: false, match: countSaid },
  full: { isDropped: true, match: startSilence },
  silent: { isDropped: true, match: countDrop },
};

export type Admitted = {
  readonly breaker: BreakerState;
  readonly isDropped: boolean;
  readonly say: readonly TrippedDecision[];
};

/** Asks one breaker. Call `passSilence` before: silence that is over must have been released. */
export function admit(
  limits: PolicyLimits,
  scope: BreakerScope,
  breaker: BreakerState,
  match: Match,
): Admitted {
  const limit = scope === 'session' ? limits.sessionMatches : limits.allMatches;
  const recent = breaker.said.filter((time) => isWithin(limits.breakerWindowMs, time, match.at));
  const now = { ...breaker, said: recent };
  const { isDropped, match: step } = table[phaseOf(now, limit)];
  const { sessionKey, at } = match;
  // Each session is told at its own first drop: with all sessions silent, most have had no part in it.
  const isFirstDrop = isDropped && !dropsOf(breaker).some((drops) => drops.sessionKey === sessionKey);
  return {
    breaker: step(now, match, limits),
    isDropped,
    say: isFirstDrop ? [{ say: 'watch_overflow_tripped', scope, sessionKey, limit, at }] : [],
  };
}

/** When `passSilence` has something to do; undefined: nothing is silent. */
export function nextDeadline(limits: PolicyLimits, { silence }: BreakerState): number | undefined {
  return silence === null ? undefined : silence.since + limits.silenceMs;
}

/** Ends the silence when its time has passed, whether or not another match comes; one release for each session. */
export function passSilence(
  limits: PolicyLimits,
  scope: BreakerScope,
  breaker: BreakerState,
  at: number,
): { readonly breaker: BreakerState; readonly say: readonly ReleasedDecision[] } {
  if (breaker.silence === null) return { breaker, say: [] };
  const { since, drops } = breaker.silence;
  if (isWithin(limits.silenceMs, since, at)) return { breaker, say: [] };
  const sessionKeys = [...new Set(drops.map((each) => each.sessionKey))];
  return {
    breaker: { ...breaker, silence: null },
    say: sessionKeys.map((sessionKey) => release(scope, sessionKey, drops, at)),
  };
}

function phaseOf({ said, silence }: BreakerState, limit: number): Phase {
  if (silence !== null) return 'silent';
  return said.length < limit ? 'calm' : 'full';
}

function countSaid(breaker: BreakerState, { at }: Match): BreakerState {
  return { ...breaker, said: [...breaker.said, at] };
}

/** The match that would be one too many is the first one dropped. */
function startSilence(breaker: BreakerState, match: Match, limits: PolicyLimits): BreakerState {
  return countDrop({ ...breaker, silence: { since: match.at, drops: [] } }, match, limits);
}

function countDrop(breaker: BreakerState, match: Match, limits: PolicyLimits): BreakerState {
  const { sessionKey, processId } = match;
  const isOwn = (drops: Drops) => drops.processId === processId && drops.sessionKey === sessionKey;
  const { since, drops } = breaker.silence ?? { since: match.at, drops: [] };
  const firstLine = cutLine(match.firstLine, limits.matchCharacters);
  const counted = drops.some(isOwn)
    ? drops.map((each) => (isOwn(each) ? { ...each, suppressed: each.suppressed + 1 } : each))
    : [...drops, { sessionKey, processId, suppressed: 1, firstLine }];
  return { ...breaker, silence: { since, drops: counted } };
}

function dropsOf(breaker: BreakerState): readonly Drops[] {
  return breaker.silence?.drops ?? [];
}

function release(
  scope: BreakerScope,
  sessionKey: string,
  drops: readonly Drops[],
  at: number,
): ReleasedDecision {
  const processes = drops
    .filter((each) => each.sessionKey === sessionKey)
    .map(({ processId, suppressed, firstLine }) => ({ processId, suppressed, firstLine }));
  const suppressed = processes.reduce((sum, each) => sum + each.suppressed, 0);
  return { say: 'watch_overflow_released', scope, sessionKey, suppressed, processes, at };
}

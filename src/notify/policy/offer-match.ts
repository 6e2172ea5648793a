import { admit, passSilence } from './breaker.ts';
import type { PolicyLimits } from './limits.ts';
import type { Decision, Match, Offered, Outcome, PolicyState, WatchState } from './types.ts';
import { countOutcome, judgeMatch } from './watch.ts';

/**
 * May this match be said? Each layer is asked in turn and the first to object names the rule: the process's own rules,
 * its session's breaker, the breaker of all. Only a match that all let through is spent in all of them; one that a
 * breaker drops leaves its process's state as it was (trap 9), and one session's flood never reaches the breaker of all.
 */
export function offerMatch(limits: PolicyLimits, state: PolicyState, match: Match): Offered {
  // A match may come before the timer that was to end a silence.
  const session = passSilence(limits, 'session', state.session, match.at);
  const all = passSilence(limits, 'all', state.all, match.at);
  const released: readonly Decision[] = [...session.say, ...all.say];
  const before = { watch: state.watch, session: session.breaker, all: all.breaker };

  const judged = judgeMatch(limits, state.watch, match.at);
  if (judged.outcome !== 'said') {
    return finish({ ...before, watch: judged.watch }, judged.outcome, [...released, ...judged.say]);
  }
  const own = admit(limits, 'session', session.breaker, match);
  if (own.isDropped) {
    return finish({ ...before, session: own.breaker }, 'breaker_session', [...released, ...own.say]);
  }
  const everyone = admit(limits, 'all', all.breaker, match);
  if (everyone.isDropped) {
    return finish({ ...before, all: everyone.breaker }, 'breaker_all', [...released, ...everyone.say]);
  }
  return finish({ watch: judged.watch, session: own.breaker, all: everyone.breaker }, 'said', [
    ...released,
    ...judged.say,
  ]);
}

function finish(state: PolicyState, outcome: Outcome, say: readonly Decision[]): Offered {
  const watch: WatchState = countOutcome(state.watch, outcome);
  return { ...state, watch, outcome, say };
}

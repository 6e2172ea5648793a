import type { ProcessSnapshot } from '../engine/types.ts';
import type { NotificationEvent } from '../wire/events.ts';
import { aboutProcess } from './about.ts';
import { sayReleased } from './breaker-clock.ts';
import type { NotifyContext } from './context.ts';
import { cutMatchOutput } from './policy/match-output.ts';
import { offerMatch } from './policy/offer-match.ts';
import type { Decision } from './policy/types.ts';
import { say } from './say.ts';
import { breakerOf, everybody, type WatchRow } from './watch-rows.ts';

/** The matching lines of one scan step, in order: one match. */
export type FoundMatch = {
  /** Cleaned and redacted. */
  readonly firstLine: string;
  /** All that are held; made when somebody is told of them. */
  lines(): readonly string[];
  /** How many matched; more than `lines` when there were too many to hold. */
  readonly count: number;
  readonly pattern: string;
  /** Where the first matching line starts. */
  readonly offset: number;
};

/** Asks the policy, writes what it decided, and gives back the watch as it is now. Inside the scan's transaction. */
export function offer(
  context: NotifyContext,
  row: WatchRow,
  process: ProcessSnapshot,
  found: FoundMatch,
): WatchRow {
  const { config, watches, now } = context;
  const scope = breakerOf(process.session);
  const offered = offerMatch(
    config,
    { watch: row.policy, session: watches.breaker(scope), all: watches.breaker(everybody) },
    { processId: process.id, sessionKey: process.session, at: now(), firstLine: found.firstLine },
  );
  watches.putBreaker(scope, offered.session);
  watches.putBreaker(everybody, offered.all);
  for (const decision of offered.say) carryOut(context, process, found, row, decision);
  context.onFact({ type: 'matched', processId: process.id, line: found.firstLine });
  // A release that was due with this match may have told of it just now.
  const hasMatched = watches.get(process.id)?.hasMatched || row.hasMatched || offered.outcome === 'said';
  return { ...row, policy: offered.watch, hasMatched };
}

function carryOut(
  context: NotifyContext,
  process: ProcessSnapshot,
  found: FoundMatch,
  row: WatchRow,
  decision: Decision,
): void {
  const { config, host, redactor } = context;
  const about = aboutProcess(process, redactor);
  const write = (event: NotificationEvent) => say(context, event, process.startedAt);
  switch (decision.say) {
    case 'watch_match':
      write({
        type: 'watch_match',
        ...about,
        pattern: redactor.redact(found.pattern),
        output: cutMatchOutput(config, found.lines()),
        matched_lines: found.count,
        suppressed: decision.suppressed,
        unscanned_bytes: decision.unscannedBytes,
        offset: found.offset,
      });
      break;
    case 'watch_disabled':
      write({
        type: 'watch_disabled',
        ...about,
        patterns: row.patterns.map((pattern) => redactor.redact(pattern)),
        suppressed: decision.suppressed,
        strikes: decision.strikes,
        unscanned_bytes: decision.unscannedBytes,
      });
      // It will hear of the end instead (trap 11).
      host.setNotifyOptions(process.id, { notifyOnComplete: true, watchPatterns: [] });
      break;
    case 'watch_overflow_tripped':
      write({
        type: 'watch_overflow_tripped',
        session_key: decision.sessionKey,
        scope: decision.scope,
        limit: decision.limit,
        window_seconds: config.breakerWindowMs / 1000,
        silence_seconds: config.silenceMs / 1000,
        at: decision.at,
      });
      break;
    case 'watch_overflow_released':
      sayReleased(context, decision);
      break;
  }
}

/**
 * The policy's values. All state is plain JSON: it is stored with the scan position in one transaction and survives a
 * restart. Times are milliseconds since 1970, passed in; nothing here looks at a clock.
 */

/** The matching lines of one scan step: one match, however many lines. */
export type Match = {
  readonly processId: string;
  readonly sessionKey: string;
  /** When it was scanned: policy time is scan time. */
  readonly at: number;
  /** The first matching line, cleaned and redacted: the breaker's release shows it. */
  readonly firstLine: string;
};

/** Why a match was not said. */
export type DropRule = 'spacing' | 'breaker_session' | 'breaker_all' | 'disabled' | 'after_end';

/** What became of a match: every one is said or dropped by a rule with a name. */
export type Outcome = 'said' | DropRule;

/**
 * - `ready`: the next match may be said
 * - `clean`: inside the window of a notification, nothing dropped yet
 * - `struck`: inside a window in which something was dropped
 * - `disabled`: too many strikes; for good
 * - `ended`: the process has ended and was scanned to its last byte
 */
export type WatchPhase = 'ready' | 'clean' | 'struck' | 'disabled' | 'ended';

/** What the policy knows of one process. */
export type WatchState = {
  readonly phase: WatchPhase;
  /** When the last match was said: there the window begins. Null: none was yet. */
  readonly openedAt: number | null;
  /** Windows in a row with a drop, the present one included. */
  readonly strikes: number;
  /** Matches that the spacing dropped since the last notification. */
  readonly suppressed: number;
  /** Bytes that were gone from the log before they were scanned, since the last notification. */
  readonly unscannedBytes: number;
  /** What became of all matches so far; their sum is the number of matches offered. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
};

export type BreakerScope = 'session' | 'all';

/** What a breaker dropped of one process. */
export type Drops = {
  readonly sessionKey: string;
  readonly processId: string;
  readonly suppressed: number;
  readonly firstLine: string;
};

/** The breaker of one session, or the one of all sessions together. */
export type BreakerState = {
  /** When the match notifications of the last seconds were said. */
  readonly said: readonly number[];
  /** Null: not tripped. */
  readonly silence: null | { readonly since: number; readonly drops: readonly Drops[] };
};

/** Something to write into the ledger, under its wire name. */
export type Decision = MatchDecision | DisabledDecision | TrippedDecision | ReleasedDecision;

export type MatchDecision = {
  readonly say: 'watch_match';
  readonly suppressed: number;
  readonly unscannedBytes: number;
};

/** `notify_on_complete` turns on with it (trap 11). */
export type DisabledDecision = {
  readonly say: 'watch_disabled';
  readonly suppressed: number;
  readonly unscannedBytes: number;
  readonly strikes: number;
};

export type TrippedDecision = {
  readonly say: 'watch_overflow_tripped';
  readonly scope: BreakerScope;
  readonly sessionKey: string;
  readonly limit: number;
  readonly at: number;
};

export type ReleasedDecision = {
  readonly say: 'watch_overflow_released';
  readonly scope: BreakerScope;
  readonly sessionKey: string;
  readonly suppressed: number;
  readonly processes: readonly Omit<Drops, 'sessionKey'>[];
  readonly at: number;
};

/** What a match meets: its process's watch, its session's breaker and everybody's. */
export type PolicyState = {
  readonly watch: WatchState;
  readonly session: BreakerState;
  readonly all: BreakerState;
};

export type Offered = PolicyState & {
  readonly outcome: Outcome;
  /** In order. Those of an overflow that ended meanwhile come first and may be for other sessions. */
  readonly say: readonly Decision[];
};

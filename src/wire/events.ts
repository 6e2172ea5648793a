/**
 * What a notification carries. Field names are the wire names of docs/behaviour.md, because payloads are stored and sent as
 * they are. Times are milliseconds since 1970. All text from a process is cleaned and redacted before it gets here.
 */

/** What every notification about a process says. `session_id` is the process's id, `session_key` the conversation. */
export type AboutProcess = {
  readonly session_id: string;
  readonly session_key: string;
  readonly command: string;
  readonly cwd: string;
  readonly started_at: number;
  /** Where it ran, when that was not this machine. */
  readonly environment?: string;
};

export type CompletionEvent = AboutProcess & {
  readonly type: 'completion';
  /** Null when it cannot be known (`lost`). */
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly completion_reason: 'exited' | 'killed' | 'lost';
  readonly termination_source: string;
  readonly ended_at: number;
  /** The last 2,000 characters, cut at a line start when cut. */
  readonly output: string;
  /** Characters (or, where unknown, bytes) of output before that; 0 when `output` is everything. */
  readonly output_missing: number;
  /** Descendants that were alive when the command ended. */
  readonly descendants?: number;
  readonly killed_for_memory?: boolean;
  readonly note?: string;
};

export type WatchMatchEvent = AboutProcess & {
  readonly type: 'watch_match';
  /** The pattern that matched first. */
  readonly pattern: string;
  /** Up to 20 matching lines and 2,000 characters. */
  readonly output: string;
  /** How many lines matched in this scan step; more than shown when cut. */
  readonly matched_lines: number;
  /** Matches dropped since the last match notification. */
  readonly suppressed: number;
  /** Bytes that were gone from the log before anybody scanned them, since the last notification. */
  readonly unscanned_bytes: number;
  /** Where the first matching line starts. */
  readonly offset: number;
};

export type WatchDisabledEvent = AboutProcess & {
  readonly type: 'watch_disabled';
  readonly patterns: readonly string[];
  /** Matches dropped since the last match notification. */
  readonly suppressed: number;
  /** Bytes that were gone from the log before anybody scanned them, since the last notification. */
  readonly unscanned_bytes?: number;
  readonly strikes: number;
};

export type OverflowTrippedEvent = {
  readonly type: 'watch_overflow_tripped';
  readonly session_key: string;
  /** `session`: this session's own limit; `all`: the limit of all sessions together. */
  readonly scope: 'session' | 'all';
  readonly limit: number;
  readonly window_seconds: number;
  readonly silence_seconds: number;
  readonly at: number;
};

export type OverflowReleasedEvent = {
  readonly type: 'watch_overflow_released';
  readonly session_key: string;
  readonly scope: 'session' | 'all';
  /** Matches dropped while it was silent. */
  readonly suppressed: number;
  readonly processes: readonly {
    readonly session_id: string;
    readonly command: string;
    readonly suppressed: number;
    readonly first_line: string;
  }[];
  readonly at: number;
};

/** How a sub-agent came back. Two words are used for each of the good and the bad end; both are taken. */
export const delegationStatuses = [
  'completed',
  'success',
  'failed',
  'error',
  'timeout',
  'interrupted',
  'stalled',
  'unknown',
] as const;

export type DelegationStatus = (typeof delegationStatuses)[number];

export type DelegationTask = {
  readonly goal: string;
  readonly status: DelegationStatus;
  readonly result?: string;
  readonly error?: string;
  readonly duration_seconds?: number;
  readonly api_calls?: number;
};

/** A sub-agent, or a fan-out of several, that was sent off in the background has come back. */
export type DelegationEvent = {
  readonly type: 'async_delegation';
  readonly session_key: string;
  readonly delegation_id: string;
  readonly goal: string;
  readonly context?: string;
  readonly toolsets?: readonly string[];
  readonly role?: string;
  readonly model?: string;
  readonly dispatched_at: number;
  readonly completed_at: number;
  readonly api_calls?: number;
  readonly status: DelegationStatus;
  readonly result?: string;
  readonly error?: string;
  /** Several: a fan-out, each with a block of its own. */
  readonly tasks?: readonly DelegationTask[];
};

/** A type that this version does not know: types are an open set. */
export type OtherEvent = {
  readonly type: string;
  readonly session_key: string;
  /** The process it is about, where it is about one. */
  readonly session_id?: string;
  readonly text: string;
};

export type NotificationEvent =
  | CompletionEvent
  | WatchMatchEvent
  | WatchDisabledEvent
  | OverflowTrippedEvent
  | OverflowReleasedEvent
  | DelegationEvent;

/** The JSON that the daemon, and later every other surface, speaks. Names are those of docs/behaviour.md, to the letter. */

export type TerminationSource = '' | 'process.kill' | 'kill_all' | 'max_runtime' | 'backend_lost';
export type CompletionReason = 'exited' | 'killed' | 'lost';
export type WireStatus = 'queued' | 'running' | 'exited' | 'lost';

/** How it ended; in every answer about a process that has. */
export type WireEnd = {
  readonly completion_reason?: CompletionReason;
  readonly termination_source?: TerminationSource;
  readonly ended_at?: string;
  /** Why it is lost. */
  readonly note?: string;
};

export type WireProcess = WireEnd & {
  readonly session_id: string;
  readonly command: string;
  readonly cwd: string;
  readonly pid: number | null;
  readonly started_at: string;
  readonly uptime_seconds: number;
  readonly status: WireStatus;
  /** What the shell would show; null while it runs and when it cannot be known. */
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly session_key: string;
  readonly task: string;
  readonly environment: string;
  readonly pty: boolean;
  readonly stdin: boolean;
  readonly notify_on_complete?: boolean;
  readonly watch_patterns?: readonly string[];
  /** A watch of it has matched. */
  readonly watch_hit?: boolean;
  readonly detached?: boolean;
  readonly note?: string;
  readonly pty_note?: string;
};

export type WireStart = {
  /** Chosen by the client, so that asking again after a crash does not start a second one. */
  readonly id?: string;
  readonly command: string;
  /** A configured one; default: this machine. */
  readonly environment?: string;
  /** Needed on this machine; elsewhere a folder there. */
  readonly workdir?: string;
  /** A folder of this machine that is sent there first. */
  readonly sync?: string;
  /** All of its environment; elsewhere what is added to the one there. */
  readonly env: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly pty?: boolean;
  readonly cols?: number;
  readonly rows?: number;
  readonly stdin?: boolean;
  readonly max_runtime?: number;
  readonly session_key?: string;
  readonly task?: string;
  readonly notify_on_complete?: boolean;
  readonly watch_patterns?: readonly string[];
  readonly log_limit?: number;
  readonly umask?: number;
  /** The answer with what was taken for a secret. */
  readonly raw?: boolean;
};

/** What a call to change what a process reports comes to; and what a start does. */
export type WireWishes = WireProcess & {
  /** Both flags were given: why the patterns were dropped. */
  readonly watch_patterns_ignored?: string;
};

export type WireStarted = WireWishes & { readonly output: string; readonly error: null };

export type WireListed = WireProcess & { readonly output_preview: string };
export type WireList = { readonly processes: readonly WireListed[] };

export type WirePoll = WireProcess & {
  readonly idle_seconds: number;
  readonly output_preview: string;
  readonly cursor: string;
  readonly waiting_input: boolean;
  readonly descendants: number;
  readonly peak_memory_kb?: number;
  readonly cpu_seconds?: number;
  readonly killed_for_memory?: boolean;
};

export type WireGap = { readonly from: number; readonly to: number };

export type WireLog = {
  readonly session_id: string;
  readonly command: string;
  readonly status: WireStatus;
  readonly output: string;
  readonly total_lines: number;
  /** Line numbers counted from 0; `last` is not shown any more. */
  readonly showing: { readonly first: number; readonly last: number };
  readonly cursor: string;
  readonly gaps?: readonly WireGap[];
};

export type WireWait =
  | (WireEnd & {
      readonly status: 'exited' | 'lost';
      readonly session_id: string;
      readonly command: string;
      readonly exit_code: number | null;
      readonly signal: string | null;
      readonly output: string;
    })
  | {
      readonly status: 'matched';
      readonly session_id: string;
      readonly command: string;
      readonly process_running: boolean;
      /** The pattern that was waited for, and the line that satisfied it. */
      readonly until: string;
      readonly line: string;
      /** Where the line begins. */
      readonly offset: number;
      /** Behind the line: for waiting on. */
      readonly cursor: string;
      readonly output: string;
    }
  | {
      readonly status: 'timeout';
      readonly session_id: string;
      readonly command: string;
      readonly process_running: true;
      readonly timeout_note: string;
      readonly output: string;
    };

export type WireKill = WireEnd & {
  readonly status: 'killed' | 'already_exited';
  readonly session_id: string;
  readonly command: string;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly output: string;
  /** How many processes of the tree were seen ended. */
  readonly killed: number;
  /** Pids that could not be ended. */
  readonly survivors: readonly number[];
};

export type WireKillAll = {
  readonly status: 'ok';
  readonly killed: number;
  readonly processes: readonly WireKill[];
};
export type WireWritten = { readonly status: 'ok'; readonly bytes_written: number };
export type WireDone = { readonly status: 'ok'; readonly message: string };

export type WireResizes = {
  /** The end of the log when this was asked. */
  readonly end: number;
  readonly from: number;
  readonly size: { readonly cols: number; readonly rows: number };
  readonly changes: readonly { readonly offset: number; readonly cols: number; readonly rows: number }[];
};

export type WireHealth = {
  readonly status: 'ok';
  readonly version: string;
  readonly pid: number;
  readonly home: string;
  /** Where it is served over TCP, when it is. */
  readonly address?: string;
  readonly uptime_seconds: number;
  readonly running: number;
  readonly processes: number;
  readonly connections: number;
  readonly rss_bytes: number;
};

/** Why a host cannot sleep. */
export type WireAwake = {
  /** `undelivered`: a notification; `silence`: an overflow that is to be told of; `place`: one that has to be let go. */
  readonly reason: 'running' | 'undelivered' | 'silence' | 'place';
  readonly session_id: string | null;
  readonly session_key: string;
  readonly since: string | null;
};

export type WireActive = {
  readonly active: boolean;
  readonly kept_awake_by: readonly WireAwake[];
  /** When something is due by itself; until then a host that is not active may sleep. */
  readonly next_at: string | null;
};

export type WireError = {
  readonly error: string;
  readonly code: string;
  readonly hint: string;
  readonly status?: 'not_found' | 'already_exited';
};

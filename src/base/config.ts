const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One of `environments`: `type`, and the settings of that type; checked when it is first used. */
export type EnvironmentEntry = Readonly<Record<string, unknown>>;

export type RingerRule = {
  /** A session key; `*` stands for anything. */
  readonly session: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
};

/** Every figure of docs/behaviour.md that can be changed in `<home>/config.json`. */
export const defaultConfig = {
  /** Log of one process on disk, its head included. */
  logLimitBytes: 64 * MIB,
  /** The beginning of a log, which stays whatever is printed later. */
  logHeadBytes: 1 * MIB,
  /** All logs of the home together. */
  homeLogBytes: 4 * GIB,
  /** How long an ended process is kept after it ended. */
  retentionMs: 30 * MINUTE,
  /** How many ended processes are kept at most … */
  endedProcesses: 64,
  /** … but none is removed this soon after its end. */
  endedProtectionMs: 5 * MINUTE,
  /** An id under which something ran starts nothing again for this long after it was removed. */
  callIdMs: 7 * 24 * HOUR,
  /** Between SIGTERM and SIGKILL; 0: no escalation. */
  killGraceMs: 2_000,
  /** How long a command in the foreground is waited for, unless told otherwise, and at most. */
  foregroundSeconds: 180,
  foregroundLimitSeconds: 600,
  /** Over MCP, where clients give up after 60 s: both for a command and for `wait`. */
  mcpWaitSeconds: 50,
  /** The longest a single `wait` waits. */
  waitLimitSeconds: 180,
  listPreviewCharacters: 200,
  pollPreviewCharacters: 1_000,
  waitOutputCharacters: 2_000,
  waitTimeoutCharacters: 1_000,
  killOutputCharacters: 1_000,
  logLines: 200,
  /** What one answer about a log shows at most, however long its lines are. */
  logCharacters: 100_000,
  /** What a foreground command's result shows of its output at most. */
  outputCharacters: 30_000,
  terminalCols: 120,
  terminalRows: 30,
  /** A running process older than this no longer protects its session from being reset. */
  staleAfterMs: 24 * HOUR,
  /** A daemon with nothing to do leaves after this. */
  idleExitSeconds: 300,

  /** At most one match notification per process in this time. */
  spacingMs: 15_000,
  /** So many windows with a drop in a row end the watching. */
  strikes: 3,
  /** More match notifications than this within `breakerWindowMs` are an overflow: of one session … */
  sessionMatches: 15,
  /** … and of all sessions together. */
  allMatches: 60,
  breakerWindowMs: 10_000,
  /** How long it is silent after an overflow. */
  silenceMs: 30_000,
  /** What one match notification shows at most. */
  matchLines: 20,
  matchCharacters: 2_000,
  /** What a completion shows of the output. */
  completionCharacters: 2_000,
  /** A line without an end (a prompt) is looked at when nothing followed for so long. */
  quietLineMs: 200,
  /** A turn that was fetched and not acknowledged comes again after this. */
  leaseMs: 30_000,
  /** A session that is said to be busy is so for this long, unless it is said again. */
  busyLeaseMs: 5 * MINUTE,
  /** Settled notifications are forgotten after this time, and beyond this many; open ones keep their process as long. */
  historyMs: 7 * 24 * HOUR,
  historyCount: 10_000,
  /** A loopback address where the API is served over TCP too, such as `127.0.0.1:7070`; empty: nowhere. */
  listen: '',
  /** Which sessions are rung how: patterns of session keys, first come first served. */
  ringers: [] as readonly RingerRule[],
  /** Where commands can be run besides this machine, by name. */
  environments: {} as Readonly<Record<string, EnvironmentEntry>>,
  /** Whether secrets are taken out of what a model, a chat or a notification sees. */
  redactSecrets: true,
  /** Variables with the agent's own secrets that its commands get after all. */
  passVariables: [] as readonly string[],

  /** What a script of `execute_code` may take: time by default and at most, … */
  codeTimeoutSeconds: 60,
  codeTimeoutLimitSeconds: 600,
  /** … memory of it and all that it started, … */
  codeMemoryBytes: 512 * MIB,
  /** … output, and tool calls. */
  codeOutputBytes: 10 * MIB,
  codeCalls: 50,
  /** Whether scripts are isolated by bubblewrap where it is installed, and whether they then have the network. */
  codeIsolation: true,
  codeNetwork: true,
};

export type Config = Readonly<typeof defaultConfig>;

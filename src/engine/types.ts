import type { ExitRecord } from '../keeper/exit.ts';

/** What the engine takes and gives. Wire names (snake_case) are made from these at the transports. */
import type { CompletionReason, TerminationSource } from '../wire/process.ts';

export type { CompletionReason, TerminationSource };

export type ProcessId = string & { readonly __processId?: never };

/** How a command ended, as the kernel told the keeper. */
export type Exit = Omit<ExitRecord, 'lastOutputAt' | 'terminationSource'> & {
  /** What a shell would show: 128+n for a signal. */
  readonly exitCode: number;
  /** `SIGTERM`, … when the command died of a signal. */
  readonly signal: string | null;
  readonly lastOutputAt: number | null;
  readonly terminationSource: TerminationSource;
};

/** The life of a process; an ended process without an exit cannot be written down. */
export type Life =
  /** `note`: what it waits for, where that is known. */
  | { readonly state: 'queued'; readonly note?: string }
  | { readonly state: 'running'; readonly detached: boolean; readonly note?: string }
  /** `note`: what became of files that were to come back. */
  | { readonly state: 'exited'; readonly exit: Exit; readonly note?: string }
  /** How it ended is not known; `killedBy`: but who ended it, after its keeper had gone. */
  | {
      readonly state: 'lost';
      readonly endedAt: number;
      readonly note: string;
      readonly killedBy?: TerminationSource;
    };

export type TerminalSize = { readonly cols: number; readonly rows: number };

export type StartRequest = {
  /** Chosen by the client: a second start with an id that exists returns that process instead of starting again. */
  readonly id?: string;
  /** A shell string, run as `<shell> -c <command>`. */
  readonly command: string;
  /** A configured one; default: this machine. */
  readonly environment?: string;
  /** Must exist. In another environment empty: the one that is configured, else the home of the user there. */
  readonly cwd: string;
  /** A folder of this machine that is sent there before, into which the command starts where `cwd` is empty. Default: what is configured. */
  readonly sync?: string;
  /** The whole environment of the command; in another environment what is added to the one there. It reaches the keeper over a pipe, never the disk. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path; default: `$SHELL` of `env` where it is a POSIX shell, else bash, else sh. */
  readonly shell?: string;
  /** Shell code that prepares the shell and runs the command, its first parameter: `<shell> -c <wrapper> <shell> <command>`. */
  readonly wrapper?: string;
  /** A program (an absolute path) and arguments that run the shell and the rest, which are put behind them. */
  readonly sandbox?: readonly string[];
  readonly pty?: boolean;
  readonly size?: TerminalSize;
  readonly stdin?: boolean;
  readonly maxRuntimeSeconds?: number;
  /** Default: the engine's own. */
  readonly umask?: number;
  readonly session?: string;
  readonly task?: string;
  /** Kept for the notifications to come; this engine only stores them. */
  readonly notifyOnComplete?: boolean;
  readonly watchPatterns?: readonly string[];
  /** Its caller waits for it: once ended it is not listed, and goes first. */
  readonly foreground?: boolean;
  /** Overrides the configured size of the log. */
  readonly logLimitBytes?: number;
};

/** Everything known about a process at one moment. */
export type ProcessSnapshot = {
  readonly id: ProcessId;
  readonly command: string;
  readonly cwd: string;
  readonly pid: number | null;
  readonly keeperPid: number | null;
  readonly session: string;
  readonly task: string;
  readonly environment: string;
  readonly pty: boolean;
  readonly ptyNote?: string;
  readonly stdin: boolean;
  readonly notifyOnComplete: boolean;
  readonly watchPatterns: readonly string[];
  readonly foreground: boolean;
  readonly startedAt: number;
  readonly life: Life;
};

export type ListFilter = {
  readonly session?: string;
  readonly task?: string;
  /** false: only running ones. */
  readonly includeEnded?: boolean;
  /** true: also what ended in the foreground, before the eyes of whoever started it. */
  readonly includeForeground?: boolean;
};

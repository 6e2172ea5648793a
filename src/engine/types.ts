/** What the engine takes and gives. Wire names (snake_case) are made from these at the transports. */

import type { ExitRecord } from '../keeper/exit.ts';
import type { KeeperStatus } from '../keeper/status.ts';
import type { CompletionReason, TerminationSource } from '../wire/process.ts';
import type { GpuUsage } from './nvidia-smi.ts';
import type { StartValues } from './start-fields.ts';

export type { CompletionReason, TerminationSource };

export type ProcessId = string & { readonly __processId?: never };

/** How a command ended, as the kernel told the keeper. */
export type Exit = Omit<ExitRecord, 'rawStatus' | 'refusal' | 'lastOutputAt' | 'terminationSource'> & {
  readonly rawStatus: number;
  /** What a shell would show: 128+n for a signal. */
  readonly exitCode: number;
  /** `SIGTERM`, … when the command died of a signal. */
  readonly signal: string | null;
  readonly lastOutputAt: number | null;
  readonly terminationSource: TerminationSource;
};

/** The life of a process; an ended process without an exit cannot be written down. */
export type Life =
  /** `note`: what it waits for, where that is known. `waitingFor`: processes that have to end well, or be ready, before it begins. */
  | { readonly state: 'queued'; readonly note?: string; readonly waitingFor?: readonly string[] }
  | { readonly state: 'running'; readonly detached: boolean; readonly note?: string }
  /** `note`: what became of files that were to come back. */
  | { readonly state: 'exited'; readonly exit: Exit; readonly note?: string }
  /** How it ended is not known; `killedBy`: but who ended it, after its keeper had gone. */
  | {
      readonly state: 'lost';
      readonly endedAt: number;
      readonly note: string;
      readonly killedBy?: TerminationSource;
    }
  /** It waited for others and never ran; `note`: why. `killedBy`: somebody ended it meanwhile. */
  | {
      readonly state: 'skipped';
      readonly endedAt: number;
      readonly note: string;
      readonly killedBy?: TerminationSource;
    };

export type TerminalSize = { readonly cols: number; readonly rows: number };

/** The fields of `start-fields.ts`, and what is not remembered of a start. */
export type StartRequest = Partial<Omit<StartValues, 'cols' | 'rows' | 'startedAt' | 'readyAt'>> & {
  /** Chosen by the client: a second start with an id that exists returns that process instead of starting again. */
  readonly id?: string;
  /** A shell string, run as `<shell> -c <command>`. */
  readonly command: string;
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
  readonly size?: TerminalSize;
  readonly maxRuntimeSeconds?: number;
  /** Default: the engine's own. */
  readonly umask?: number;
};

/** Everything known about a process at one moment. */
export type ProcessSnapshot = StartValues & {
  readonly id: ProcessId;
  readonly pid: number | null;
  readonly keeperPid: number | null;
  readonly ptyNote?: string;
  readonly life: Life;
  /** Of the whole tree of one that runs; only where its keeper was asked, and could tell. */
  readonly usage?: KeeperStatus['usage'];
  /** Of this machine's graphics processors; only where something of its tree uses one. */
  readonly gpu?: GpuUsage;
  /** On which its tree listens; likewise. */
  readonly ports?: KeeperStatus['ports'];
};

export type ListFilter = {
  readonly session?: string;
  readonly task?: string;
  /** false: only running ones. */
  readonly includeEnded?: boolean;
  /** true: also what ended in the foreground, before the eyes of whoever started it. */
  readonly includeForeground?: boolean;
  /** true: also programs of our own. */
  readonly includeSystem?: boolean;
  /** Only this program of our own. */
  readonly system?: string;
};

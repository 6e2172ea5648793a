/** What a kind of delegate is to the program that runs it: main.ts reads the assignment, writes the result and decides about time. */
import type { Config } from '../base/config.ts';
import type { Client } from '../client/client.ts';

/** One task of a delegation, as the daemon keeps it. */
export type Assignment = {
  readonly processId: string;
  readonly delegationId: string;
  readonly taskIndex: number;
  readonly goal: string;
  readonly context?: string;
  readonly role: string;
  /** As whoever sent it wrote it; undefined: the kind's own default. */
  readonly model?: string;
  /** Undefined: everything that there is. */
  readonly toolsets?: readonly string[];
  /** Where its commands run; undefined: on this machine. */
  readonly environment?: string;
  /** On this machine, or in the environment: there, empty means the usual one. */
  readonly workdir: string;
  /** 1: a conversation has sent it. 2: a delegate has. */
  readonly depth: number;
  /** Whether delegates of its own would be accepted. */
  readonly mayDelegate: boolean;
  /** `delegate:proc_…`: what it starts belongs to this session. */
  readonly session: string;
  /** The kind. */
  readonly to: string;
};

export type Progress =
  /** Something was said, whole: a message, not each token of it. */
  | { readonly kind: 'text'; readonly text: string }
  /** A tool begins. While one is open, more time may pass without progress. `about`: one line, such as the command. */
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly about: string }
  | { readonly kind: 'answered'; readonly id: string; readonly isError?: boolean }
  /** A sign of life that is worth no line: tokens come, or what it waits for still runs. */
  | { readonly kind: 'alive' };

export type Report = {
  readonly status: 'completed' | 'failed' | 'error' | 'interrupted';
  /** The whole result; of what did not complete, what there is. */
  readonly result: string;
  /** What happened, in a sentence. */
  readonly error?: string;
  readonly apiCalls?: number;
  /** In US dollars. */
  readonly cost?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The one that really answered. */
  readonly model?: string;
};

/** What it is told while it works. The same `id` twice is one message. */
export type Message = { readonly id: string; readonly text: string };

export type Permission = { readonly allow: true } | { readonly allow: false; readonly reason: string };

export type Situation = {
  readonly assignment: Assignment;
  /** The variables of this program, keys of models included. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  readonly client: Client;
  readonly config: Config;
  /** Falls when it is to stop, as an agent stops for a person; then it reports what there is, within seconds. */
  readonly signal: AbortSignal;
  /** For a runner that can steer; one that cannot leaves them alone. It never ends by itself. */
  readonly messages: AsyncIterable<Message>;
  progress(progress: Progress): void;
  /**
   * Whether our rules allow a call. Nobody can be asked: what would need that is refused. `tool` and `input` are ours where
   * there is an equivalent: `terminal {command, workdir?}`, `edit {path}`, `read {path}`, `search {…}`; otherwise those of
   * the agent, as they are.
   */
  mayCall(tool: string, input: unknown): Permission;
};

export type Runner = {
  readonly kind: string;
  /** Whether messages reach it while it works. */
  readonly canSteer: boolean;
  /** A report for everything that can happen; what it throws becomes the status `error`. */
  run(situation: Situation): Promise<Report>;
};

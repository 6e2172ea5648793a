import type { Config } from '../../base/config.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Views } from '../view/views.ts';

export type CodeLanguage = 'javascript' | 'typescript' | 'python';

export type CodeRequest = {
  readonly language: CodeLanguage;
  readonly code: string;
  /** Seconds. */
  readonly timeout?: number;
};

/** One tool call of a script. */
export type ScriptCall = {
  /** The id of what the call starts; already written down, so that a new daemon can end it with the script. */
  readonly id: string;
  readonly tool: string;
  readonly arguments: unknown;
  /**
   * Aborted when the script ended or was stopped. What the call started must then be ended, and a command that outlives
   * its timeout must be ended instead of continuing in the background: scripts leave nothing behind.
   */
  readonly signal: AbortSignal;
  /** Prepended to the program that a call starts: the script's isolation. Undefined without one. */
  readonly sandbox: readonly string[] | undefined;
};

export type ToolResult = Readonly<Record<string, unknown>>;

/** Sent to a script: the tool's result, or why there is none (thrown there as an exception). */
export type Answer = { readonly result: ToolResult } | { readonly refused: string };

export type CodeEnvironment = {
  /** Runs a tool for the script in the caller's session; rejects what is not allowed. */
  call(call: ScriptCall): Promise<ToolResult>;
  readonly cwd: string;
  /** Without the agent's secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
  /** Aborted when the caller disconnects: the script and everything it started are ended. */
  readonly signal: AbortSignal;
  readonly views: Pick<Views, 'whole'>;
  readonly engine: Engine;
  /** Ringback's home: the script's private folder is in it. */
  readonly home: string;
  /** `proc_` and 12 hex digits; a repeated call with the same id after a crash starts nothing twice. */
  readonly processId: string;
  readonly session: string;
  readonly task?: string;
  /** The longest that the caller waits for a call, in seconds: the default of `timeout` does not exceed it. */
  readonly waitLimit?: number;
};

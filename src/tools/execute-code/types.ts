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
  /** The id of what the call starts; written down already, so that a new daemon could end it with the script. */
  readonly id: string;
  readonly tool: string;
  readonly arguments: unknown;
  /**
   * Falls when the script ended or was stopped. What the call started must then be ended, and a command that outlives
   * its own timeout must be ended too instead of going on in the background: scripts leave nothing behind.
   */
  readonly signal: AbortSignal;
  /** Put before the program that a call starts: the script's own isolation. Undefined where there is none. */
  readonly sandbox: readonly string[] | undefined;
};

export type ToolResult = Readonly<Record<string, unknown>>;

/** What travels to a script: the tool's result, or why there is none (thrown there as an exception). */
export type Answer = { readonly result: ToolResult } | { readonly refused: string };

export type CodeEnvironment = {
  /** Runs a tool for the script, bound to the caller's session; refuses what must be refused. */
  call(call: ScriptCall): Promise<ToolResult>;
  readonly cwd: string;
  /** Without the agent's secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
  /** Falls when the caller has gone: the script is ended, and all that it started. */
  readonly signal: AbortSignal;
  readonly views: Pick<Views, 'whole'>;
  readonly engine: Engine;
  /** Ringback's own: the script's private folder is in it. */
  readonly home: string;
  /** `proc_` and 12 hex digits; the same one asked again after a crash starts nothing twice. */
  readonly processId: string;
  readonly session: string;
  readonly task?: string;
  /** The longest that the caller waits for one call, in seconds: the default of `timeout` is not above it. */
  readonly waitLimit?: number;
};

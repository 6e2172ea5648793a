import { RingbackError } from '../../base/errors.ts';
import { newProcessId } from '../../base/ids.ts';
import type { Answer, CodeEnvironment, ToolResult } from './types.ts';
import type { Workspace } from './workspace.ts';

/** Further calls wait for their turn: 50 commands at once would only slow each other down. */
const atOnce = 8;

/** A script that keeps calling after this many refusals will never stop. */
const mostRefusals = 100;

/** A kill takes 2 s of grace, and a little more. */
const endWithinMs = 10_000;

/** The tool calls of one script. */
export class ScriptCalls {
  readonly #environment: Pick<CodeEnvironment, 'call' | 'config'>;
  readonly #workspace: Pick<Workspace, 'recordCall'>;
  readonly #sandbox: readonly string[] | undefined;
  readonly #ended = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #refused = 0;
  /** How many calls were allowed. */
  made = 0;

  constructor(
    environment: Pick<CodeEnvironment, 'call' | 'config'>,
    workspace: Pick<Workspace, 'recordCall'>,
    sandbox: readonly string[] | undefined,
  ) {
    this.#environment = environment;
    this.#workspace = workspace;
    this.#sandbox = sandbox;
  }

  get hasRefused(): boolean {
    return this.#refused > 0;
  }

  get isHopeless(): boolean {
    return this.#refused > mostRefusals;
  }

  async answer(tool: string, args: unknown): Promise<Answer> {
    const { codeCalls } = this.#environment.config;
    if (this.made >= codeCalls) {
      this.#refused += 1;
      return { refused: `A script may make at most ${codeCalls} tool calls.` };
    }
    this.made += 1;
    if (tool === 'execute_code') return { result: { error: 'A script cannot run execute_code.' } };
    const running = this.#inTurn(() => this.#run(tool, args));
    this.#running.add(running);
    try {
      return { result: await running };
    } finally {
      this.#running.delete(running);
    }
  }

  /** Ends running calls; resolves when they are over, or a tool takes too long to end. */
  async end(): Promise<void> {
    this.#ended.abort();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, endWithinMs);
    });
    await Promise.race([Promise.allSettled(this.#running), patience]);
    clearTimeout(timer);
  }

  async #inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#active < atOnce) this.#active += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Hand the slot to the next call in line, or free it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }

  /** A tool that fails returns a result with `error`: a script that makes many calls should not end at one failure. */
  async #run(tool: string, args: unknown): Promise<ToolResult> {
    const { signal } = this.#ended;
    if (signal.aborted) return { error: 'The script has ended.' };
    try {
      const id = newProcessId();
      this.#workspace.recordCall(id);
      return await this.#environment.call({
        id,
        tool,
        arguments: args,
        signal,
        sandbox: this.#sandbox,
      });
    } catch (error) {
      if (error instanceof RingbackError) return { error: `${error.message} ${error.hint}`.trim() };
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }
}

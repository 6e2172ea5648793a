import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { RingbackError } from '../base/errors.ts';
import { agentEnvironment } from './agent-environment.ts';

/** Gemini CLI, for one, keeps running at the end of its input once it has MCP servers: editors kill it. */
const EXIT_MS = 2_000;
const ENDING_MS = 3_000;

/**
 * Waits for our exit at the other end of a pipe, then ends the agent, which would be orphaned, and removes our folder.
 */
const guardScript = 'read -r _; rm -rf "$2"; sleep 1; kill -TERM "$1" && sleep 3 && kill -KILL "$1"';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** The agent's process, which ends when its editor is gone and when we are, whichever way. */
export class AgentProcess {
  readonly #child: Child;
  readonly #ended: Promise<number>;

  private constructor(child: Child) {
    this.#child = child;
    this.#ended = once(child, 'exit').then(([code, signal]) => exitCode(code, signal));
    // It may exit while something is being written to it; `ended` reports that.
    child.stdin.on('error', () => {});
  }

  /** `folder` is removed if we cannot do it ourselves. */
  static async start([program = '', ...args]: readonly string[], folder: string): Promise<AgentProcess> {
    const env = agentEnvironment(program, process.env);
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      await once(child, 'spawn');
    } catch (error) {
      throw new RingbackError(
        'no_program',
        `The agent cannot be started: ${(error as Error).message}.`,
        'Give the command that an editor would start, such as: ringback acp -- gemini --acp',
      );
    }
    const agent = new AgentProcess(child);
    agent.#guard(folder);
    return agent;
  }

  get output(): AsyncIterable<Buffer> {
    return this.#child.stdout;
  }

  get ended(): Promise<number> {
    return this.#ended;
  }

  write(line: Buffer): void {
    this.#child.stdin.write(line);
  }

  async drained(): Promise<void> {
    if (this.#child.stdin.writableNeedDrain) await once(this.#child.stdin, 'drain').catch(() => {});
  }

  /** The editor has closed the connection. */
  endInput(): void {
    this.#child.stdin.end();
    const ending = setTimeout(() => this.#child.kill('SIGTERM'), EXIT_MS);
    const killing = setTimeout(() => this.#child.kill('SIGKILL'), EXIT_MS + ENDING_MS);
    void this.#ended.finally(() => {
      clearTimeout(ending);
      clearTimeout(killing);
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  #guard(folder: string): void {
    const args = ['-c', guardScript, 'ringback-acp', String(this.#child.pid), folder];
    const guard = spawn('/bin/sh', args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    guard.on('error', () => {});
    guard.stdin?.on('error', () => {});
    guard.unref();
    void this.#ended.finally(() => guard.kill('SIGKILL'));
  }
}

function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

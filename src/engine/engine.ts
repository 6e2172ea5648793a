import { EnvironmentTable } from '../backends/environment-table.ts';
import type { Config } from '../base/config.ts';
import { LOCAL } from '../base/environment-name.ts';
import { prepareHome } from '../base/home.ts';
import { loadConfig } from '../base/load-config.ts';
import { findKeeperProgram } from '../keeper/program.ts';
import type { Output } from '../output/segments.ts';
import { closeInput } from './close-input.ts';
import { contactsOf } from './contacts.ts';
import { type Context, getSnapshot } from './context.ts';
import { createContext } from './create-context.ts';
import { Environments } from './environments.ts';
import type { EngineExtension, ExtensionHost } from './extension.ts';
import type { FollowEvent } from './follow.ts';
import { end, type FollowRequest, follow, readRaw } from './follow.ts';
import { outputOf } from './keep-output.ts';
import type { KillResult } from './kill.ts';
import { type KillOptions, kill } from './kill.ts';
import { type KillAllOptions, killAll } from './kill-all.ts';
import { type HomeLock, lockHome } from './lock.ts';
import type { LogRequest, LogResult } from './log.ts';
import { log } from './log.ts';
import type { PollResult } from './poll.ts';
import { poll } from './poll.ts';
import { preview } from './preview.ts';
import { recover } from './recover.ts';
import { resize } from './resize.ts';
import { type Resizes, resizes } from './resizes.ts';
import { resolve } from './resolve.ts';
import { toSnapshot } from './row.ts';
import { start } from './start.ts';
import type { ListFilter, ProcessId, ProcessSnapshot, StartRequest, TerminalSize } from './types.ts';
import type { WaitResult } from './wait.ts';
import { type WaitOptions, wait } from './wait.ts';
import { putInBackground } from './wishes.ts';
import type { WriteTicket } from './write.ts';
import { submit, write } from './write.ts';

export type EngineOptions = {
  readonly home: string;
  readonly config?: Config;
  readonly keeperProgram?: string;
  /** What a keeper runs when its process ended and no engine is there (promise 15). */
  readonly wakeCommand?: readonly string[];
  /** A layer above that takes part in what happens; made before the home is taken over. */
  readonly extend?: (host: ExtensionHost) => EngineExtension;
};

/** Takes a home: its lock, its database, and everything that runs in it. `home_in_use` when somebody else has it. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { home } = options;
  prepareHome(home);
  const config = options.config ?? (await loadConfig(home));
  const keeperProgram = options.keeperProgram ?? findKeeperProgram();
  const lock = lockHome(home);
  const closing = new AbortController();
  let engine: Engine | undefined;
  try {
    const wakeCommand = options.wakeCommand ?? [];
    const context = createContext(
      { home, config, keeperProgram, wakeCommand, table: new EnvironmentTable(home) },
      closing.signal,
      options.extend ?? (() => ({})),
    );
    engine = new Engine(context, lock, closing);
    await recover(context);
    context.pruner.schedule();
    context.backends.resumeIdlePlaces();
    return engine;
  } catch (error) {
    if (engine) await engine.close();
    else lock.release();
    throw error;
  }
}

/** The processes of one home. Each verb has a file of its own; this is the list of them. */
export class Engine {
  readonly #context: Context;
  readonly #lock: HomeLock;
  readonly #closing: AbortController;
  /** Where commands can be run, and whether that works. */
  readonly environments: Environments;

  constructor(context: Context, lock: HomeLock, closing: AbortController) {
    this.#context = context;
    this.#lock = lock;
    this.#closing = closing;
    this.environments = new Environments({
      table: context.table,
      engine: this,
      contacts: contactsOf(context.backends),
    });
  }

  start(request: StartRequest): Promise<ProcessSnapshot> {
    const { environment = LOCAL } = request;
    if (environment === LOCAL) return start(this.#context, request);
    return this.environments.check(environment).then(() => start(this.#context, request));
  }

  resolve(idOrPrefix: string, options: { session?: string } = {}): ProcessId {
    return resolve(this.#context, idOrPrefix, options.session);
  }

  get(id: ProcessId): ProcessSnapshot {
    return getSnapshot(this.#context, id);
  }

  poll(id: ProcessId, options: { cursor?: string } = {}): Promise<PollResult> {
    return poll(this.#context, id, options);
  }

  log(id: ProcessId, request: LogRequest = {}): Promise<LogResult> {
    return log(this.#context, id, request);
  }

  readRaw(id: ProcessId, range: { from: number; to: number }): AsyncIterable<FollowEvent> {
    return readRaw(this.#context, id, range);
  }

  resizes(id: ProcessId, range: { from: number; to: number }): Resizes {
    return resizes(this.#context, id, range);
  }

  follow(id: ProcessId, request: FollowRequest = {}): AsyncIterable<FollowEvent> {
    return follow(this.#context, id, request);
  }

  /** What is on disk of its output now, for who reads it in another way than these verbs. */
  output(id: ProcessId): Output {
    return outputOf(this.#context, getSnapshot(this.#context, id));
  }

  /** Where the log ends now. */
  end(id: ProcessId): number {
    return end(this.#context, id);
  }

  wait(id: ProcessId, options: WaitOptions = {}): Promise<WaitResult> {
    return wait(this.#context, id, options);
  }

  /** A process that was started in the foreground is one like any other from now on. */
  putInBackground(id: ProcessId): void {
    putInBackground(this.#context, id);
  }

  kill(id: ProcessId, options: KillOptions = {}): Promise<KillResult> {
    return kill(this.#context, id, options);
  }

  killAll(options: KillAllOptions = {}): Promise<{ killed: number; results: KillResult[] }> {
    return killAll(this.#context, options);
  }

  write(id: ProcessId, data: Buffer, ticket?: WriteTicket): Promise<{ bytesWritten: number }> {
    return write(this.#context, id, data, ticket);
  }

  submit(id: ProcessId, text: string, ticket?: WriteTicket): Promise<{ bytesWritten: number }> {
    return submit(this.#context, id, text, ticket);
  }

  closeInput(id: ProcessId): Promise<void> {
    return closeInput(this.#context, id);
  }

  resize(id: ProcessId, size: TerminalSize): Promise<void> {
    return resize(this.#context, id, size);
  }

  /** Newest first. */
  list(filter: ListFilter = {}): ProcessSnapshot[] {
    return this.#context.rows.list(filter).map(toSnapshot);
  }

  /** The last characters printed, as clean text. */
  preview(id: ProcessId, characters: number): string {
    return preview(this.#context, id, characters);
  }

  /** Whether a place that was made for processes still has to be let go. */
  get hasIdlePlaces(): boolean {
    return this.#context.backends.hasIdlePlaces;
  }

  /** In constant time. */
  get runningCount(): number {
    return this.#context.live.size;
  }

  hasActive(): boolean {
    return this.#context.live.size > 0;
  }

  isActiveForTask(task: string): boolean {
    return this.#context.rows.hasUnfinished('task', task);
  }

  /** One that is older than 24 hours runs on, but no longer counts (0: however old it is). */
  isActiveForSession(session: string, options: { ignoreOlderThanMs?: number } = {}): boolean {
    return this.#context.rows.hasUnfinished('session', session, this.#notOlder(options.ignoreOlderThanMs));
  }

  /** What is behind these answers. An age counts for a session only. */
  listActive({
    ignoreOlderThanMs,
    ...of
  }: Pick<ListFilter, 'session' | 'task'> & { ignoreOlderThanMs?: number }): ProcessSnapshot[] {
    const since = of.session === undefined ? 0 : this.#notOlder(ignoreOlderThanMs);
    return this.list({ ...of, includeEnded: false }).filter(({ startedAt }) => startedAt >= since);
  }

  #notOlder(ageMs = this.#context.config.staleAfterMs): number {
    return ageMs === 0 ? 0 : Date.now() - ageMs;
  }

  /** Called once per process, on its first transition to an end. Returns how to stop listening. */
  onEnded(listener: (process: ProcessSnapshot) => void): () => void {
    this.#context.endListeners.add(listener);
    return () => this.#context.endListeners.delete(listener);
  }

  /** Leaves every process running and releases the home. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { live, backends, rows, pruner, reminder, starting } = this.#context;
    await Promise.allSettled(starting.values());
    this.#closing.abort();
    pruner.close();
    reminder.close();
    await Promise.allSettled([...live.values()].map(async (one) => (await one.keeper)?.close()));
    await backends.close();
    rows.close();
    this.#lock.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

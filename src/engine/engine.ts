import { EnvironmentTable } from '../backends/environment-table.ts';
import type { Config } from '../base/config.ts';
import type { ExclusiveLock } from '../base/exclusive-lock.ts';
import { prepareHome } from '../base/home.ts';
import { loadConfig } from '../base/load-config.ts';
import { withinMs } from '../base/within-ms.ts';
import { findKeeperProgram } from '../keeper/program.ts';
import { putInBackground } from './change-process.ts';
import { closeInput } from './close-input.ts';
import { contactsOf } from './contacts.ts';
import { type Context, getSnapshot, snapshotOf } from './context.ts';
import { createContext } from './create-context.ts';
import { Environments } from './environments.ts';
import type { EngineExtension, ExtensionHost } from './extension.ts';
import { end, follow, readRaw } from './follow.ts';
import { Gpus } from './gpus.ts';
import { outputOf } from './keep-output.ts';
import { kill } from './kill.ts';
import { killAll } from './kill-all.ts';
import { lockHome } from './lock.ts';
import { log } from './log.ts';
import { poll } from './poll.ts';
import { preview } from './preview.ts';
import { answerPrompt, promptOf } from './prompts.ts';
import { recover } from './recover.ts';
import { resize } from './resize.ts';
import { resizes } from './resizes.ts';
import { resolve } from './resolve.ts';
import { samples } from './samples.ts';
import { start } from './start.ts';
import type { ListFilter, ProcessSnapshot } from './types.ts';
import { withUsage } from './usage.ts';
import { wait } from './wait.ts';
import { submit, write } from './write.ts';

export type EngineOptions = {
  readonly home: string;
  readonly config?: Config;
  readonly keeperProgram?: string;
  /** What a keeper runs when its process ended and no engine is there (promise 15). */
  readonly wakeCommand?: readonly string[];
  /** Default: those of this machine. */
  readonly gpus?: Gpus;
  /** A layer above that takes part in what happens; made before the home is taken over. */
  readonly extend?: (host: ExtensionHost) => EngineExtension;
};

/** How long a keeper elsewhere may take to hear that its end is known. */
const LAST_WORDS_MS = 500;

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
    const { wakeCommand = [], gpus = new Gpus() } = options;
    const context = createContext(
      { home, config, keeperProgram, wakeCommand, gpus, table: new EnvironmentTable(home) },
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
  readonly #lock: ExclusiveLock;
  readonly #closing: AbortController;
  /** Where commands can be run, and whether that works. */
  readonly environments: Environments;

  readonly start = this.#bind(start);
  readonly resolve = this.#bind(resolve);
  readonly get = this.#bind(getSnapshot);
  readonly poll = this.#bind(poll);
  readonly log = this.#bind(log);
  readonly readRaw = this.#bind(readRaw);
  readonly resizes = this.#bind(resizes);
  readonly samples = this.#bind(samples);
  readonly follow = this.#bind(follow);
  /** What is on disk of its output now, for who reads it in another way than these verbs. */
  readonly output = this.#bind((context, id: string) => outputOf(context, getSnapshot(context, id)));
  /** Where the log ends now. */
  readonly end = this.#bind(end);
  readonly wait = this.#bind(wait);
  /** A process that was started in the foreground is one like any other from now on. */
  readonly putInBackground = this.#bind(putInBackground);
  readonly kill = this.#bind(kill);
  readonly killAll = this.#bind(killAll);
  readonly write = this.#bind(write);
  readonly submit = this.#bind(submit);
  readonly promptOf = this.#bind(promptOf);
  readonly answerPrompt = this.#bind(answerPrompt);
  readonly closeInput = this.#bind(closeInput);
  readonly resize = this.#bind(resize);
  /** The last characters printed, as clean text. */
  readonly preview = this.#bind(preview);
  readonly withUsage = this.#bind(withUsage);

  constructor(context: Context, lock: ExclusiveLock, closing: AbortController) {
    this.#context = context;
    this.#lock = lock;
    this.#closing = closing;
    this.environments = new Environments({
      table: context.table,
      engine: this,
      contacts: contactsOf(context.backends),
    });
  }

  /** Newest first. */
  list(filter: ListFilter = {}): ProcessSnapshot[] {
    return this.#context.rows.list(filter).map((row) => snapshotOf(this.#context, row));
  }

  /** Whether a place that was made for processes still has to be let go. */
  get hasIdlePlaces(): boolean {
    return this.#context.backends.hasIdlePlaces;
  }

  /** Without programs of our own. In constant time. */
  get runningCount(): number {
    return this.#context.live.size - this.#context.system.size;
  }

  hasActive(): boolean {
    return this.runningCount > 0;
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

  #bind<Rest extends unknown[], Result>(verb: (context: Context, ...rest: Rest) => Result) {
    return (...rest: Rest): Result => verb(this.#context, ...rest);
  }

  /** Leaves every process running and releases the home. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { live, backends, rows, pruner, reminder, starting, goodbyes } = this.#context;
    await Promise.allSettled(starting.values());
    await withinMs(LAST_WORDS_MS, Promise.allSettled(goodbyes));
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

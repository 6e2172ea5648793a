import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { type Config, defaultConfig } from '../../src/base/config.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { ProcessSnapshot, StartRequest } from '../../src/engine/types.ts';
import { type Home, type HomeOptions, openHome } from '../../src/home/open.ts';
import type { Notification } from '../../src/notify/ledger.ts';
import type { WatchState } from '../../src/notify/policy/types.ts';
import { newWatch } from '../../src/notify/policy/watch.ts';
import type { Turn } from '../../src/notify/taker.ts';
import type { CompletionEvent, WatchMatchEvent } from '../../src/wire/events.ts';
import { run as startIn, until } from '../engine/test-home.ts';

export { until };

export const SESSION = 'test:one';
export const OTHER = 'test:two';

/** A home with an engine and a notifier that can be closed and opened again; removed after the test. */
export class NotifyHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringback-notify-'));
  readonly #config: Config;
  readonly #leaving = new AbortController();
  #home: Home | undefined;

  constructor(context: TestContext, config: Partial<Config> = {}) {
    this.#config = { ...defaultConfig, ...config };
    context.after(() => this.#remove());
  }

  async open(options: Partial<HomeOptions> = {}): Promise<Home> {
    this.#home = await openHome({ home: this.folder, config: this.#config, ...options });
    return this.#home;
  }

  async close(): Promise<void> {
    await this.#home?.close();
    this.#home = undefined;
  }

  async reopen(options: Partial<HomeOptions> = {}): Promise<Home> {
    await this.close();
    return this.open(options);
  }

  get host(): Home {
    if (this.#home) return this.#home;
    throw new Error('nobody is at home');
  }

  /** Starts a command of a session; it can ask for files of this home with `$HOME_FOLDER`. */
  run(command: string, more: Partial<StartRequest> = {}): Promise<ProcessSnapshot> {
    const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME_FOLDER: this.folder };
    return startIn(this.host.engine, command, { env, session: SESSION, ...more });
  }

  /** What `whenTold` waits for. */
  tell(name: string): void {
    writeFileSync(join(this.folder, `go-${name}`), '');
  }

  /** Somebody who acknowledges every turn. */
  listen(session = SESSION, { acknowledges = true } = {}): Listener {
    return new Listener(this.host, session, acknowledges, this.#leaving.signal);
  }

  /** Looks into the tables; nobody has to be at home. */
  query(sql: string, ...values: string[]): Record<string, unknown>[] {
    const database = new DatabaseSync(join(this.folder, 'engine.db'), { readOnly: true });
    try {
      return database.prepare(sql).all(...values);
    } finally {
      database.close();
    }
  }

  async #remove(): Promise<void> {
    this.#leaving.abort();
    await this.close();
    const engine = await openEngine({ home: this.folder });
    await engine.killAll({ graceMs: 100 });
    await engine.close();
    removeFolder(this.folder);
  }
}

/** Shell: goes on when the test tells it to. */
export function whenTold(name: string): string {
  return `while [ ! -e $HOME_FOLDER/go-${name} ]; do sleep 0.02; done`;
}

/** Stands still until the test moves it: policy time is scan time, and a loaded machine scans late. */
export class Clock {
  readonly began = Date.now();
  at = this.began;
  readonly now = () => this.at;
}

/** A subscriber, and everything it was given. */
export class Listener {
  readonly turns: Turn[] = [];
  readonly #leaving = new AbortController();
  /** It was sent away, or left. */
  readonly over: Promise<void>;

  constructor(host: Home, session: string, acknowledges: boolean, end: AbortSignal) {
    this.over = this.#listen(host, session, acknowledges, AbortSignal.any([end, this.#leaving.signal]));
  }

  get received(): Notification[] {
    return this.turns.flatMap((turn) => turn.notifications);
  }

  get types(): string[] {
    return this.received.map((one) => one.type);
  }

  about(processId: string): Notification[] {
    return this.received.filter((one) => one.processId === processId);
  }

  /** Resolves when so many notifications have come. */
  async has(count: number): Promise<readonly Notification[]> {
    await until(() => this.received.length >= count, `${count} notifications, not ${this.types.join(', ')}`);
    return this.received;
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.over;
  }

  async #listen(host: Home, session: string, acknowledges: boolean, signal: AbortSignal): Promise<void> {
    for await (const turn of host.notifier.dispatcher.subscribe(session, signal)) {
      this.turns.push(turn);
      if (acknowledges) host.notifier.dispatcher.acknowledge(turn.notifications.map((one) => one.id));
    }
  }
}

export function completionOf(notification: Notification | undefined): CompletionEvent {
  if (notification?.type === 'completion') return notification.event as CompletionEvent;
  throw new Error(`no completion: ${JSON.stringify(notification)}`);
}

export function matchOf(notification: Notification | undefined): WatchMatchEvent {
  if (notification?.type === 'watch_match') return notification.event as WatchMatchEvent;
  throw new Error(`no match: ${JSON.stringify(notification)}`);
}

/** What the policy knows of a process now. */
export function policyOf(home: NotifyHome, id: string): WatchState {
  const [row] = home.query('SELECT policy FROM watches WHERE process_id = ?', id);
  return row ? (JSON.parse(String(row.policy)) as WatchState) : newWatch;
}

/** How many matches were found in its output, said or not. */
export function matchesOf(home: NotifyHome, id: string): number {
  return Object.values(policyOf(home, id).outcomes).reduce((sum, one) => sum + one, 0);
}

/** How everything about a process stands, oldest first: type, state and rule. */
export function fates(host: Home, processId: string): string[] {
  return host.notifier.ledger
    .history({ processId, limit: 1000 })
    .reverse()
    .map(({ type, state, rule }) => [type, state, ...(rule ? [rule] : [])].join(' '));
}

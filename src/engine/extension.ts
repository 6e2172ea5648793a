import type { DatabaseSync } from 'node:sqlite';
import { type Transaction, transactionsOf } from '../base/transaction.ts';
import type { ListeningPort } from '../keeper/ports.ts';
import type { Prompt } from '../keeper/prompt.ts';
import type { Silence } from '../keeper/silence.ts';
import type { Growth } from '../output/follow.ts';
import type { ProcessSnapshot } from './types.ts';

/** The engine's database, for layers that keep their own tables beside the engine's. */
export type Store = {
  readonly home: string;
  readonly database: DatabaseSync;
  readonly transaction: Transaction;
};

/** What the engine offers a layer that extends it, from before the home is taken over. */
export type ExtensionHost = {
  readonly store: Store;
  get(id: string): ProcessSnapshot;
  /** The full id of a prefix or a name; with a session, others' processes do not exist. */
  resolve(idOrName: string, of?: { readonly session?: string }): string;
  /** Where everything about it is kept. */
  keep(id: string): string;
  /** Resolves when more than `offset` bytes were printed, or with `final` when no more will come before the end. */
  waitForOutput(id: string, offset: number, signal: AbortSignal): Promise<Growth>;
  /** Changes what a running process is to report, in its row and its spec. */
  setNotifyOptions(id: string, options: NotifyOptions): void;
  moveSession(from: string, to: string): void;
  /** Its `ready` probe holds. False: that is known already, or it has ended. */
  recordReady(id: string, at: number): boolean;
  /** On which TCP ports a process of its tree listens; undefined where its keeper does not answer soon, or cannot tell. */
  portsOf(id: string): Promise<readonly ListeningPort[] | undefined>;
  /** Runs a command where the process runs, in its folder and with its variables. Resolves with its exit code; fails where nobody can be reached. */
  runBeside(id: string, command: string, signal: AbortSignal): Promise<number>;
};

export type NotifyOptions = { readonly notifyOnComplete: boolean; readonly watchPatterns: readonly string[] };

/** What a keeper noticed of its process (promise 19), and that what it noticed before is over. */
export type Notice =
  | { readonly type: 'waits'; readonly prompt: Prompt }
  | { readonly type: 'passed' }
  | { readonly type: 'quiet'; readonly silence: Silence }
  /** Silences at earlier offsets are over. */
  | { readonly type: 'resumed'; readonly offset: number };

/**
 * What a layer above may take part in. The engine knows nothing of notifications; it only promises these moments:
 * without them "written in the same transaction as the fact" (promise 11) could not be kept.
 */
export type EngineExtension = {
  /** Right before a start is written down. Throws where nothing of this session may begin any more. */
  starting?(session: string): void;
  /** It runs: after a start, and after a restart of the engine. Also when its keeper was killed. */
  running?(process: ProcessSnapshot): void;
  /** In a transaction, after which its keeper need not wake anybody for it. The same may be noticed again. */
  noticed?(process: ProcessSnapshot, notice: Notice): void;
  /**
   * Before the end is recorded, unless it ended before this database knew of it. Everything up to `finalOffset` can be
   * read. False: it must not be recorded now; the next engine will ask again.
   */
  beforeEnd?(process: ProcessSnapshot, finalOffset: number): Promise<boolean> | undefined;
  /** In the transaction that records the end. `wasKnown`: false when it ended before this database knew of it. */
  ended?(process: ProcessSnapshot, wasKnown: boolean): void;
  /** Whether a process that ended may be forgotten now. */
  mayRemove?(id: string): boolean;
  /** In the transaction that removes its row. */
  removed?(id: string): void;
};

export function createStore(home: string, database: DatabaseSync): Store {
  return { home, database, transaction: transactionsOf(database) };
}

import type { Backend } from '../backends/backend.ts';
import type { Backends } from '../backends/backends.ts';
import type { EnvironmentTable } from '../backends/environment-table.ts';
import type { Config } from '../base/config.ts';
import { RingbackError } from '../base/errors.ts';
import { keepFolder } from '../keeper/keep.ts';
import type { EngineExtension, Store } from './extension.ts';
import type { Gpus } from './gpus.ts';
import type { LiveEvents, LiveProcess } from './live-process.ts';
import type { LogBudget } from './log-budget.ts';
import type { PastCalls } from './past-calls.ts';
import type { Pruner } from './pruner.ts';
import type { Reminder } from './reminder.ts';
import { type Row, toSnapshot } from './row.ts';
import type { Rows } from './rows.ts';
import type { ProcessSnapshot } from './types.ts';

/** What the engine's verbs share. */
export type Context = {
  readonly home: string;
  readonly config: Config;
  readonly keeperProgram: string;
  readonly wakeCommand: readonly string[];
  readonly rows: Rows;
  readonly pastCalls: PastCalls;
  readonly store: Store;
  /** What a layer above takes part in. */
  readonly extension: EngineExtension;
  readonly backends: Backends;
  /** The environments that are configured. */
  readonly table: EnvironmentTable;
  /** Everything that has not ended, queued and detached ones included. What ended is only in the table. */
  readonly live: Map<string, LiveProcess>;
  /** Which of these are programs of our own. */
  readonly system: Set<string>;
  /** Starts that are not acknowledged yet. */
  readonly starting: Map<string, Promise<ProcessSnapshot>>;
  /** Keepers that are being told that their end is known. One that was not would wake the next daemon for nothing. */
  readonly goodbyes: Set<Promise<void>>;
  readonly endListeners: Set<(process: ProcessSnapshot) => void>;
  /** Brings a killed daemon back for processes elsewhere, whose keepers cannot. */
  readonly reminder: Reminder;
  /** What every live process reports to. */
  readonly events: LiveEvents;
  readonly budget: LogBudget;
  readonly pruner: Pruner;
  readonly gpus: Gpus;
  /** Aborted when the engine closes: whoever waits is told. */
  readonly closing: AbortSignal;
};

export function getRow(context: Context, id: string): Row {
  const row = context.rows.get(id);
  if (row) return row;
  throw new RingbackError('not_found', `There is no process ${id}.`, 'See `ringback ls --all`.');
}

export function getSnapshot(context: Context, id: string): ProcessSnapshot {
  return snapshotOf(context, getRow(context, id));
}

export function snapshotOf(context: Pick<Context, 'live'>, row: Row): ProcessSnapshot {
  const process = toSnapshot(row);
  const { waitingFor = [] } = context.live.get(row.id) ?? {};
  if (process.life.state !== 'queued' || waitingFor.length === 0) return process;
  return { ...process, life: { ...process.life, waitingFor } };
}

/** Where its keeper lives, or lived. */
export function backendOf(context: Context, id: string): Backend {
  return context.live.get(id)?.backend ?? context.backends.of(getRow(context, id).environment);
}

export function keepOf(context: Pick<Context, 'home'>, id: string): string {
  return keepFolder(context.home, id);
}

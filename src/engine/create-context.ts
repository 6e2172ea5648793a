import { Backends } from '../backends/backends.ts';
import { LocalBackend } from '../backends/local/local-backend.ts';
import { untilStored } from '../base/until-stored.ts';
import { settle } from './after.ts';
import { sendLimit } from './connect.ts';
import type { Context } from './context.ts';
import { openDatabase } from './database.ts';
import { createStore, type EngineExtension, type ExtensionHost } from './extension.ts';
import { extensionHost } from './extension-host.ts';
import { LogBudget } from './log-budget.ts';
import { takeNotice } from './notice.ts';
import { PastCalls } from './past-calls.ts';
import { Pruner } from './pruner.ts';
import { reconcile } from './reconcile.ts';
import { recordExit } from './record-end.ts';
import { Reminder } from './reminder.ts';
import { removeEnded } from './remove-keep.ts';
import { Rows } from './rows.ts';

/** Puts the parts together. Needs the home's lock. */
export function createContext(
  given: Pick<Context, 'home' | 'config' | 'keeperProgram' | 'wakeCommand' | 'table' | 'gpus'>,
  closing: AbortSignal,
  extend: (host: ExtensionHost) => EngineExtension,
): Context {
  const { home, config, keeperProgram } = given;
  const database = openDatabase(home);
  const rows = new Rows(database);
  const store = createStore(home, database);
  const budget = new LogBudget(config.homeLogBytes);
  const context: Context = {
    ...given,
    closing,
    rows,
    pastCalls: new PastCalls(database, config.callIdMs),
    store,
    extension: extend(extensionHost(store, () => context)),
    backends: new Backends({
      home,
      local: new LocalBackend(home, keeperProgram),
      table: given.table,
      logHeadBytes: config.logHeadBytes,
    }),
    budget,
    reminder: new Reminder(given.wakeCommand),
    live: new Map(),
    system: new Set(),
    starting: new Map(),
    goodbyes: new Set(),
    endListeners: new Set(),
    events: {
      ended: (live, exit) =>
        void untilStored(
          () => context.closing.aborted,
          () => recordExit(context, live, exit),
        ),
      held: (live) => void settle(context, live),
      noticed: (live, notice) => takeNotice(context, live, notice),
      noted: (live, note) => rows.recordNote(live.id, note ?? null),
      keeperGone: (live) =>
        void untilStored(
          () => context.closing.aborted,
          () => reconcile(context, live),
        ),
    },
    pruner: new Pruner({
      ended: () => rows.ended(),
      rules: () => ({ ...config, bytesAllowed: budget.allowedForEnded }),
      remove: (id) => removeEnded(context, id),
      counted: (bytes) => budget.setEndedBytes(bytes),
    }),
  };
  budget.onCapChange = () => shareAgain(context);
  return context;
}

/** There are more, or fewer, logs to share the budget: each running keeper is told its new limit. */
function shareAgain(context: Context): void {
  for (const live of context.live.values()) {
    const limit = context.budget.limitFor(live.logLimitBytes);
    live.keeper?.then((keeper) => sendLimit(keeper, limit)).catch(() => {});
  }
}

import type { Config } from '../base/config.ts';
import { loadConfig } from '../base/load-config.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/engine.ts';
import type { EngineExtension, Store } from '../engine/extension.ts';
import { Notifier, type NotifierOptions } from '../notify/notifier.ts';
import { Switchboard } from '../ringers/switchboard.ts';
import { endOrphanedScripts } from '../tools/execute-code/orphaned-scripts.ts';
import { Toolbox } from '../tools/toolbox.ts';
import { steadyTime, type Time } from '../wake/time.ts';
import { WakeUps } from '../wake/wake-ups.ts';

/** Everything that works in one home, without a transport: the daemon and the library serve it. */
export type Home = {
  readonly folder: string;
  readonly config: Config;
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly wakeUps: WakeUps;
  readonly switchboard: Switchboard;
  readonly tools: Toolbox;
  /** For layers that keep tables of their own beside the ledger. */
  readonly store: Store;
  /** Leaves every process running and everything untold pending. */
  close(): Promise<void>;
};

export type HomeOptions = Omit<EngineOptions, 'extend'> &
  Pick<NotifierOptions, 'redactor' | 'now'> & {
    /** The clocks that wake-ups go by; default: those of the system, or `now` where that is given. */
    readonly time?: Time;
    /** What went wrong where nobody waits for an answer. */
    readonly report?: (error: unknown) => void;
  };

/** Takes a home and puts its parts together. The ledger is there before the first end is found. */
export async function openHome({ redactor, now, time, report, ...options }: HomeOptions): Promise<Home> {
  const { home: folder, wakeCommand = [] } = options;
  const config = options.config ?? (await loadConfig(folder));
  let made: { notifier: Notifier; wakeUps: WakeUps; store: Store } | undefined;
  const engine = await openEngine({
    ...options,
    config,
    extend(host) {
      const notifier = new Notifier(host, {
        config,
        ...(redactor && { redactor }),
        ...(now && { now }),
        onFact: (fact) => wakeUps.note(fact),
      });
      const clocks = time ?? (now && steadyTime(now));
      const wakeUps = new WakeUps(host, notifier, {
        config,
        ...(redactor && { redactor }),
        ...(clocks && { time: clocks }),
        wakeCommand,
        keeperProgram: options.keeperProgram,
      });
      made = { notifier, wakeUps, store: host.store };
      return both(notifier.extension, wakeUps.extension);
    },
  });
  if (!made) throw new Error('the engine made no extension');
  const { notifier, wakeUps, store } = made;
  const close = async () => {
    await wakeUps.close();
    notifier.close();
    await engine.close();
  };
  try {
    const rules = config.ringers;
    const switchboard = new Switchboard({
      store,
      notifier,
      rules,
      wakeCommand,
      report: report ?? (() => {}),
    });
    const tools = new Toolbox({ home: folder, engine, notifier, wakeUps, config, switchboard });
    await endOrphanedScripts(engine, folder);
    wakeUps.start();
    return { folder, config, engine, notifier, wakeUps, switchboard, tools, store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What was said of a process comes before what waits for it. */
function both(first: EngineExtension, second: WakeUps['extension']): EngineExtension {
  return {
    ...first,
    ended(process, wasKnown) {
      first.ended?.(process, wasKnown);
      second.ended(process, wasKnown);
    },
    removed(id) {
      first.removed?.(id);
      second.removed(id);
    },
  };
}

import type { Config } from '../base/config.ts';
import { loadConfig } from '../base/load-config.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/engine.ts';
import type { Store } from '../engine/extension.ts';
import { Notifier, type NotifierOptions } from '../notify/notifier.ts';
import { Switchboard } from '../ringers/switchboard.ts';
import { endOrphanedScripts } from '../tools/execute-code/orphaned-scripts.ts';
import { Toolbox } from '../tools/toolbox.ts';

/** Everything that works in one home, without a transport: the daemon and the library serve it. */
export type Home = {
  readonly folder: string;
  readonly config: Config;
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly switchboard: Switchboard;
  readonly tools: Toolbox;
  /** For layers that keep tables of their own beside the ledger. */
  readonly store: Store;
  /** Leaves every process running and everything untold pending. */
  close(): Promise<void>;
};

export type HomeOptions = Omit<EngineOptions, 'extend'> &
  Pick<NotifierOptions, 'redactor' | 'now'> & {
    /** What went wrong where nobody waits for an answer. */
    readonly report?: (error: unknown) => void;
  };

/** Takes a home and puts its parts together. The ledger is there before the first end is found. */
export async function openHome({ redactor, now, report, ...options }: HomeOptions): Promise<Home> {
  const { home: folder, wakeCommand = [] } = options;
  const config = options.config ?? (await loadConfig(folder));
  let made: { notifier: Notifier; store: Store } | undefined;
  const engine = await openEngine({
    ...options,
    config,
    extend(host) {
      const notifier = new Notifier(host, { config, ...(redactor && { redactor }), ...(now && { now }) });
      made = { notifier, store: host.store };
      return notifier.extension;
    },
  });
  if (!made) throw new Error('the engine made no extension');
  const { notifier, store } = made;
  const close = async () => {
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
    const tools = new Toolbox({ home: folder, engine, notifier, config, switchboard });
    await endOrphanedScripts(engine, folder);
    return { folder, config, engine, notifier, switchboard, tools, store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { type Config, loadConfig } from '../base/config.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/engine.ts';
import type { Store } from '../engine/extension.ts';
import { Notifier, type NotifierOptions } from './notifier.ts';

export type Host = {
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly config: Config;
  /** For layers that keep tables of their own beside the ledger. */
  readonly store: Store;
  /** Leaves every process running and everything untold pending. */
  close(): Promise<void>;
};

export type HostOptions = Omit<EngineOptions, 'extend'> & Pick<NotifierOptions, 'redactor' | 'now'>;

/** Takes a home with its notifications: the ledger is there before the first end is found. */
export async function openHost({ redactor, now, ...options }: HostOptions): Promise<Host> {
  const config = options.config ?? (await loadConfig(options.home));
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
  return {
    engine,
    notifier,
    config,
    store,
    async close() {
      notifier.close();
      await engine.close();
    },
  };
}

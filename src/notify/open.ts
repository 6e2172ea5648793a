import { type Config, loadConfig } from '../base/config.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/engine.ts';
import { Notifier, type NotifierOptions } from './notifier.ts';

export type Host = {
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly config: Config;
  /** Leaves every process running and everything untold pending. */
  close(): Promise<void>;
};

export type HostOptions = Omit<EngineOptions, 'extend'> & Pick<NotifierOptions, 'redactor' | 'now'>;

/** Takes a home with its notifications: the ledger is there before the first end is found. */
export async function openHost({ redactor, now, ...options }: HostOptions): Promise<Host> {
  const config = options.config ?? (await loadConfig(options.home));
  let notifier: Notifier | undefined;
  const engine = await openEngine({
    ...options,
    config,
    extend(host) {
      notifier = new Notifier(host, { config, ...(redactor && { redactor }), ...(now && { now }) });
      return notifier.extension;
    },
  });
  if (!notifier) throw new Error('the engine made no extension');
  const made = notifier;
  return {
    engine,
    notifier: made,
    config,
    async close() {
      made.close();
      await engine.close();
    },
  };
}

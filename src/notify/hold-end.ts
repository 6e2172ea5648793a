import type { Engine } from '../engine/engine.ts';
import { isEnded } from '../engine/life.ts';
import type { Notifier } from './notifier.ts';

/**
 * From the end of the process on nothing about it goes out, until the returned function is called: somebody of its
 * session is being told of the end in another way. What it prints before is no part of that.
 */
export function holdEnd(engine: Engine, notifier: Notifier, id: string): () => void {
  if (isEnded(engine.get(id).life)) return notifier.dispatcher.hold(id);
  let release: (() => void) | undefined;
  // Called in the same breath in which the end is recorded: nobody was told yet.
  const stop = engine.onEnded((process) => {
    if (process.id === id) release = notifier.dispatcher.hold(id);
  });
  return () => {
    stop();
    release?.();
  };
}

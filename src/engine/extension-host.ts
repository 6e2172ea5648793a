import { moveSession, setNotifyOptions } from './change-process.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import type { ExtensionHost, Store } from './extension.ts';
import { growthUntilEnd } from './follow.ts';
import { resolve } from './resolve.ts';

/** The context is not whole yet when its extension is made; it is when the extension first asks for something. */
export function extensionHost(store: Store, context: () => Context): ExtensionHost {
  return {
    store,
    get: (id) => getSnapshot(context(), id),
    resolve: (idOrName, of) => resolve(context(), idOrName, of),
    keep: (id) => keepOf(context(), id),
    waitForOutput: (id, offset, signal) => growthUntilEnd(context(), id).waitForMore(offset, signal),
    setNotifyOptions: (id, options) => setNotifyOptions(context(), id, options),
    moveSession: (from, to) => moveSession(context(), from, to),
  };
}

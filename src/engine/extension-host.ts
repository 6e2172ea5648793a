import { moveSession, recordReady, setNotifyOptions } from './change-process.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import type { ExtensionHost, Store } from './extension.ts';
import { growthUntilEnd } from './follow.ts';
import { resolve } from './resolve.ts';
import { runBeside } from './run-beside.ts';
import { askStatus } from './usage.ts';

/** A place may be far away. */
const PORTS_WAIT_MS = 2000;

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
    recordReady: (id, at) => recordReady(context(), id, at),
    portsOf: async (id) => (await askStatus(context(), id, PORTS_WAIT_MS))?.ports,
    runBeside: (id, command, signal) => runBeside(context(), id, command, signal),
  };
}

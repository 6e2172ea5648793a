type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** V8 gives room back when it wants more, and a program that sleeps never does. Takes some 20 ms; needs --expose-gc. */
export function giveBackMemory(): void {
  (globalThis.gc as Collect | undefined)?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

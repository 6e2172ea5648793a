import { writeOut } from '../out.ts';

export type Terminal = {
  size(): { cols: number; rows: number };
  onInput(listener: (keys: Buffer) => void): void;
  onResize(listener: () => void): void;
  /** The terminal was closed, or we got a signal to exit. */
  onHangup(listener: () => void): void;
  restore(): void;
};

/** Our terminal in raw mode: every key goes to the process. Restored on every exit except SIGKILL. */
export function openTerminal({ onRestore }: { onRestore(): string }): Terminal {
  const { stdin, stdout } = process;
  let isRestored = false;
  const restore = () => {
    if (isRestored) return;
    isRestored = true;
    stdin.setRawMode(false).pause();
    writeOut(onRestore());
  };
  stdin.setRawMode(true);
  process.once('exit', restore);
  return {
    // A terminal that does not know its size reports 0.
    size: () => ({ cols: stdout.columns || 80, rows: stdout.rows || 24 }),
    onInput: (listener) => void stdin.on('data', listener),
    onResize: (listener) => void stdout.on('resize', listener),
    onHangup(listener) {
      stdin.once('end', listener).once('error', listener);
      process.once('SIGHUP', listener).once('SIGTERM', listener).once('SIGINT', listener);
    },
    restore,
  };
}

import { ReadStream, WriteStream } from 'node:tty';
import { writeOut } from '../out.ts';

export type Terminal = {
  size(): { cols: number; rows: number };
  onInput(listener: (keys: Buffer) => void): void;
  onResize(listener: () => void): void;
  /** The terminal was closed, or we were asked to end. */
  onHangup(listener: () => void): void;
  restore(): void;
};

/** Our own terminal, with every key for the process. It is given back as it was on any way out but SIGKILL. */
export function openTerminal({ onRestore }: { onRestore(): string }): Terminal {
  const input = new ReadStream(0);
  const output = new WriteStream(1);
  let isRestored = false;
  const restore = () => {
    if (isRestored) return;
    isRestored = true;
    input.setRawMode(false);
    input.destroy();
    writeOut(onRestore());
  };
  input.setRawMode(true);
  process.once('exit', restore);
  return {
    size() {
      const [cols, rows] = output.getWindowSize();
      // A terminal that does not know its size says 0.
      return cols > 0 && rows > 0 ? { cols, rows } : { cols: 80, rows: 24 };
    },
    onInput: (listener) => void input.on('data', listener),
    onResize: (listener) => void process.on('SIGWINCH', listener),
    onHangup(listener) {
      input.once('end', listener).once('error', listener);
      process.once('SIGHUP', listener).once('SIGTERM', listener).once('SIGINT', listener);
    },
    restore,
  };
}

import { isatty, WriteStream } from 'node:tty';

/** Columns of the terminal; without one, nothing has to fit anywhere. */
export function terminalWidth(): number {
  if (!isatty(1)) return Number.POSITIVE_INFINITY;
  const [columns] = new WriteStream(1).getWindowSize();
  return columns > 0 ? columns : 80;
}

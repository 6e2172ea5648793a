import { isatty } from 'node:tty';

/** Columns of the terminal; without one, nothing has to fit anywhere. */
export function terminalWidth(): number {
  return isatty(1) ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

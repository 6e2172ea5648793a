import { isatty } from 'node:tty';

/** Columns of the terminal; unlimited without one. */
export function terminalWidth(): number {
  return isatty(1) ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

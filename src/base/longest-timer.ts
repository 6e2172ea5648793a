/** Node's timers hold 31 bits of milliseconds; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

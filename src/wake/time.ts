import { uptime } from 'node:os';

/** The clocks, for tests to set. */
export type Time = {
  /** What the clock on the wall shows: milliseconds since 1970. */
  now(): number;
  /** Milliseconds since the machine booted, its sleep included: nobody can set it. */
  uptime(): number;
  /** Milliseconds that passed while the machine was awake. */
  awake(): number;
};

export const systemTime: Time = {
  now: Date.now,
  uptime: () => Math.round(uptime() * 1000),
  awake: () => performance.now(),
};

/** A clock that nobody sets, and a machine that does not sleep. */
export function steadyTime(now: () => number): Time {
  return { now, uptime: now, awake: now };
}

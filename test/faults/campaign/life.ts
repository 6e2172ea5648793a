import type { Kind } from './plan.ts';

/** What a host of the campaign is told to do with its life. */
export type LifeOrders = {
  readonly folder: string;
  readonly keeperProgram: string;
  /** How many of the planned processes, and of the wake-ups, it begins. */
  readonly starts: number | 'all';
  /** Of so many turns one is not acknowledged by who got it; 0: none. */
  readonly careless: number;
  /** Processes of this kind come first. */
  readonly prefer?: Kind | undefined;
};

/** How long the last one may take until everything is over and told. */
export const FINISH_MS = 120_000;

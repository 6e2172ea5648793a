import type { Entry, Fields } from './record.ts';

/** A keeper that can be spoken to: over its socket, or from afar. */
export type Keeper = {
  readonly isClosed: boolean;
  request(type: number, payload?: readonly Entry[] | Buffer): Promise<Fields>;
  /** For frames that have no answer. */
  send(type: number, payload?: readonly Entry[]): void;
  /** Calls back once nothing is unanswered: at once, or later, or never if the keeper goes first. */
  whenIdle(callback: () => void): void;
  close(): void;
};

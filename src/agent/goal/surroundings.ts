import type { Target } from './target.ts';

/** A process that runs, as a judge sees it. */
export type RunningProcess = {
  readonly id: string;
  readonly pid: number | null;
  readonly command: string;
  readonly uptimeSeconds: number;
  readonly patterns: readonly string[];
  readonly hasMatched: boolean;
  /** Whether its end rings. */
  readonly notifies: boolean;
  readonly output: string;
};

/** A wake-up that has not rung yet. */
export type PendingWakeUp = {
  readonly id: string;
  readonly note: string;
  /** Null: no time decides. */
  readonly dueAt: string | null;
};

/** What has become of the wake-up that a goal waits for. */
export type Barrier =
  | { readonly state: 'pending' }
  /** `isOpen`: its ring is still to be told. */
  | { readonly state: 'rung'; readonly notification: string; readonly isOpen: boolean }
  /** Nobody will ever ring for it. */
  | { readonly state: 'gone' };

/** What goes on around a conversation, which its goal may wait for. `surroundingsOf` makes it from a client of the daemon. */
export type Surroundings = {
  processes(): Promise<readonly RunningProcess[]>;
  wakeUps(): Promise<readonly PendingWakeUp[]>;
  /** Whether something is to be told. */
  hasRings(): Promise<boolean>;
  barrier(id: string): Promise<Barrier>;
  /** The same id again is the same one. A RingbackError: it cannot be set. */
  setBarrier(id: string, target: Target, note: string): Promise<void>;
  cancelBarrier(id: string): Promise<void>;
};

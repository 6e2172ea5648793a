import type { ZodMiniType } from 'zod/mini';

/** What the agent does with a ring that comes twice under one id (promise 13). */
export type Idempotent =
  /** It drops the second. */
  | 'native'
  /** It does not, but can be asked whether the first has arrived. */
  | 'reconcile'
  /** Neither. */
  | 'none';

/** A turn on its way to an agent. All of it stays the same when it is tried again. */
export type Ring = {
  /** Stable: `ring_` and 12 hex digits. */
  readonly id: string;
  /** The session key, `<agent>:<its own id>`. */
  readonly session: string;
  /** What the agent reads: one text, all notifications in it. */
  readonly text: string;
  readonly notifications: readonly { readonly id: string; readonly type: string; readonly text: string }[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** How often it was tried before. */
  readonly attempts: number;
};

export type Rung =
  | { readonly outcome: 'admitted' }
  /**
   * Certainly not taken. `isPermanent`: it never will be as it is (the session does not exist, the token is wrong): it
   * becomes a dead letter. Else (the agent is down, or busy) it is tried again for as long as it takes.
   */
  | {
      readonly outcome: 'refused';
      readonly reason: string;
      readonly isPermanent: boolean;
      /** Not to be asked sooner, where the agent says so. */
      readonly againInMs?: number;
    }
  /**
   * Certainly not taken, and no trouble: the agent has a turn of its own, and asks by itself for what is pending when that is
   * over; or it is not up. The ring is taken back, so that whoever asks is told; what is still pending then is rung.
   */
  | { readonly outcome: 'later'; readonly againInMs: number }
  /** The connection broke in between: it may have been taken. */
  | { readonly outcome: 'unknown'; readonly reason: string; readonly againInMs?: number };

/** One thing that was looked at by a health check. */
export type CheckStep = { readonly name: string; readonly isFine: boolean; readonly detail: string };

/** Gives sessions of one kind of agent a new turn. `settings` is what `schema` has let through. */
export type Ringer<Settings = unknown> = {
  readonly kind: string;
  /** One sentence for `ringback ring kinds`. */
  readonly summary: string;
  readonly idempotent: Idempotent;
  /** Flat and strict; each key has a description (z.describe), for the help. */
  readonly schema: ZodMiniType<Settings>;
  /** Keys of the settings that are secret, and never shown. */
  readonly secrets?: readonly string[];
  ring(settings: Settings, ring: Ring, signal: AbortSignal): Promise<Rung>;
  /** Of one that can be reconciled: has it arrived? */
  lookUp?(settings: Settings, ring: Ring, signal: AbortSignal): Promise<'present' | 'absent' | 'unknown'>;
  /**
   * Returns when the agent has no turn of its own: what comes meanwhile goes out as one. Where the agent queues by
   * itself this is left out. A failure counts as idle: the ring itself will tell.
   */
  whenIdle?(settings: Settings, session: string, signal: AbortSignal): Promise<void>;
  /** Without giving anybody a turn. */
  check(settings: Settings, session: string, signal: AbortSignal): Promise<readonly CheckStep[]>;
};

/** Keeps the type of the settings between schema and functions. */
export function defineRinger<Settings>(ringer: Ringer<Settings>): Ringer {
  return ringer as unknown as Ringer;
}

/** Ringers as the daemon speaks of them. */

export type WireRing = {
  readonly id: string;
  /** `waiting`: to be tried; `ringing`, `uncertain`: it may have arrived; `dead`: given up. */
  readonly state: 'waiting' | 'ringing' | 'uncertain' | 'dead';
  readonly attempts: number;
  readonly next_at: string;
  /** Why the last try failed; empty before. */
  readonly reason: string;
  readonly created_at: string;
  /** Ids of the notifications in it. */
  readonly notifications: readonly string[];
};

export type WireRinger = {
  readonly session_key: string;
  readonly kind: string;
  /** What its agent does with a ring that comes twice; null for a kind that does not exist. */
  readonly idempotent: 'native' | 'reconcile' | 'none' | null;
  /** Secrets among them are not shown. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly origin: 'user' | 'agent' | 'config';
  /** Why it cannot be rung as it is set; absent when it can. */
  readonly problem?: string;
  /** Notifications that are still to be told, those in rings included. */
  readonly pending: number;
  readonly rings: readonly WireRing[];
};

export type WireRingers = { readonly ringers: readonly WireRinger[] };

/** POST /v1/ringers */
export type WireRingerSetting = {
  readonly session_key: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
};

export type WireCheckStep = { readonly name: string; readonly is_fine: boolean; readonly detail: string };

/** What a check, or a test ring, has found, step by step. */
export type WireChecked = { readonly is_fine: boolean; readonly steps: readonly WireCheckStep[] };

export type WireRetried = { readonly status: 'ok'; readonly retried: number };

export type WireRingerKind = {
  readonly kind: string;
  readonly summary: string;
  readonly idempotent: 'native' | 'reconcile' | 'none';
  /** JSON Schema of its settings. */
  readonly settings: object;
  /** Which of them are secret. */
  readonly secrets: readonly string[];
};

export type WireRingerKinds = { readonly kinds: readonly WireRingerKind[] };

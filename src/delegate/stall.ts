import type { Config } from '../base/config.ts';

export type Limits = {
  readonly idleMs: number;
  /** While a tool is at work. */
  readonly callMs: number;
};

export type Standing = {
  /** When it last made progress. */
  readonly progressAt: number;
  /** Of which tools the answer is still to come. */
  readonly openCalls: number;
};

export type Decision =
  /** Nothing can be decided before `at`. */
  { readonly kind: 'look'; readonly at: number } | { readonly kind: 'stalled'; readonly why: string };

/** Stalled means that there is no progress, however long it takes. Times in milliseconds, of a clock that stands while the machine sleeps. */
export function decideStall({ progressAt, openCalls }: Standing, limits: Limits, now: number): Decision {
  const limit = openCalls > 0 ? limits.callMs : limits.idleMs;
  const at = progressAt + limit;
  if (now < at) return { kind: 'look', at };
  const where = openCalls > 0 ? ', inside a tool' : '';
  return { kind: 'stalled', why: `It made no progress for ${limit / 1000} seconds${where}.` };
}

export function limitsOf({
  delegateIdleSeconds,
  delegateCallSeconds,
}: Pick<Config, 'delegateIdleSeconds' | 'delegateCallSeconds'>): Limits {
  return { idleMs: delegateIdleSeconds * 1000, callMs: delegateCallSeconds * 1000 };
}

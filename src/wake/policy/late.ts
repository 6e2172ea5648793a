/** Why a wake-up rings later than it should. */
import type { WireLateReason } from '../../wire/wake.ts';

/** A machine that is busy is not worth a word. */
const WORTH_SAYING_MS = 2_000;

/** What is known about the time behind us, all in milliseconds since 1970. */
export type Past = {
  readonly bootedAt: number;
  /** Since when somebody has looked at the wake-ups. */
  readonly openedAt: number;
  /** The last time over which the machine slept. */
  readonly slept?: { readonly from: number; readonly to: number };
  /** The times over which the clock was last set forward. */
  readonly skipped?: { readonly from: number; readonly to: number };
};

export type Late = { readonly late_ms: number; readonly late_reason: WireLateReason };

export function explainLate(dueAt: number, now: number, past: Past): Late | undefined {
  if (now - dueAt < WORTH_SAYING_MS) return undefined;
  const isIn = (span: { from: number; to: number } | undefined) =>
    span !== undefined && dueAt >= span.from && dueAt <= span.to;
  const reason = isIn(past.skipped)
    ? 'clock_set'
    : dueAt < past.bootedAt
      ? 'machine_off'
      : dueAt < past.openedAt
        ? 'not_running'
        : isIn(past.slept)
          ? 'asleep'
          : 'busy';
  return { late_ms: now - dueAt, late_reason: reason };
}

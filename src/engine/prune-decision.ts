/** Which ended processes go, and when to look again: a function of values, so that it needs no clock to be tested. */

export type EndedProcess = {
  readonly id: string;
  readonly endedAt: number;
  readonly keptBytes: number;
  /** It was shown to whoever waited for it: it goes first, and takes no place from the others. */
  readonly isForeground: boolean;
};

export type PruneRules = {
  /** Kept this long after the end … */
  readonly retentionMs: number;
  /** … and at most this many … */
  readonly endedProcesses: number;
  /** … but none is removed this soon after its end. */
  readonly endedProtectionMs: number;
  /** What the logs of ended processes may take together. */
  readonly bytesAllowed: number;
};

export type PruneDecision = {
  readonly remove: readonly string[];
  /** The earliest time at which something else will be due; undefined: nothing is left. */
  readonly lookAgainAt: number | undefined;
};

/** `ended` in the order in which they ended (trap 13: age counts from the end). */
export function choosePrunable(
  ended: readonly EndedProcess[],
  now: number,
  rules: PruneRules,
): PruneDecision {
  const remove: string[] = [];
  let lookAgainAt: number | undefined;
  let bytes = ended.reduce((sum, one) => sum + one.keptBytes, 0);
  let left = ended.filter((one) => !one.isForeground).length;
  for (const { id, endedAt, keptBytes, isForeground } of ended) {
    const isSurplus = isForeground || left > rules.endedProcesses || bytes > rules.bytesAllowed;
    if (!isForeground) left -= 1;
    const keepMs = isSurplus ? rules.endedProtectionMs : Math.max(rules.retentionMs, rules.endedProtectionMs);
    // A clock that was set back must not keep anything for ever.
    const dueAt = Math.min(endedAt, now) + keepMs;
    if (dueAt <= now) {
      remove.push(id);
      bytes -= keptBytes;
    } else {
      lookAgainAt = Math.min(lookAgainAt ?? dueAt, dueAt);
    }
  }
  return { remove, lookAgainAt };
}

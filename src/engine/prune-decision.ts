/** Which ended processes go, and when to look again: a function of values, so that it needs no clock to be tested. */

export type EndedProcess = {
  readonly id: string;
  readonly endedAt: number;
  readonly keptBytes: number;
  /** It was shown to whoever waited for it: it goes first, and takes no place from the others. */
  readonly isForeground: boolean;
  /**
   * Which of our own programs it was; empty: none. A few of its ends are kept, and take no place from the others; the
   * last one stays: it tells whether it is to be started again.
   */
  readonly system: string;
};

/** Enough to see how often one has failed in a row, and in what. */
const SYSTEM_ENDS = 10;

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
  const left = countBy(ended);
  for (const { id, endedAt, keptBytes, isForeground, system } of ended) {
    const sameLeft = left.get(system) ?? 0;
    const isTooMany = sameLeft > (system === '' ? rules.endedProcesses : SYSTEM_ENDS);
    const isSurplus = isForeground || isTooMany || bytes > rules.bytesAllowed;
    if (!isForeground) left.set(system, sameLeft - 1);
    if (system !== '' && sameLeft === 1) continue;
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

/** How many there are of users, and of each program; those in the foreground take no place. */
function countBy(ended: readonly EndedProcess[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { system, isForeground } of ended)
    if (!isForeground) counts.set(system, (counts.get(system) ?? 0) + 1);
  return counts;
}

import type { DelegateResult } from '../../wire/delegation.ts';
import type { DelegationStatus } from '../../wire/events.ts';
import type { TerminationSource } from '../../wire/process.ts';

/** How a delegate came back. */
export type Outcome = Partial<Omit<DelegateResult, 'version' | 'status'>> & {
  readonly status: DelegationStatus;
};

/** How the process of a delegate ended. */
export type End = {
  /** What it left in its keep; `damaged`: something that is no result. */
  readonly file: DelegateResult | 'none' | 'damaged';
  /** Why it was told to stop, where it was. */
  readonly stop?: { readonly why: string; readonly hasStalled: boolean };
  readonly source: TerminationSource;
  /** As part of a sentence: `it ended with exit code 1`. */
  readonly how: string;
  /** What it had printed last. */
  readonly printed: string;
};

/**
 * The one outcome of a delegate (promise 24). What it wrote down itself counts, whoever ended it afterwards; without that it was never
 * a success.
 */
export function decideOutcome({ file, stop, source, how, printed }: End): Outcome {
  if (typeof file === 'object') {
    const { version: _, ...report } = file;
    if (report.status !== 'interrupted') return report;
    // It knows that it was to stop; why, we know better.
    const status = stop
      ? stop.hasStalled
        ? 'stalled'
        : 'interrupted'
      : statusWithout(source, 'interrupted');
    return { ...report, status, ...(report.error === undefined && stop && { error: stop.why }) };
  }
  const left = file === 'damaged' ? 'What it left as its result cannot be read' : 'It left no result';
  const result = printed === '' ? {} : { result: printed };
  if (stop)
    return {
      status: stop.hasStalled ? 'stalled' : 'interrupted',
      error: `${stop.why} ${left}: ${how}.`,
      ...result,
    };
  const status = statusWithout(source, 'unknown');
  const outcome =
    status === 'timeout' ? 'It ran for as long as it was allowed to.' : 'Its outcome is unknown.';
  return { status, error: `${outcome} ${left}: ${how}.`, ...result };
}

/** Whether it says itself how it came back, so that what it left running is worth keeping. */
export function isOwnWord(status: DelegationStatus): boolean {
  return status === 'completed' || status === 'success' || status === 'failed' || status === 'error';
}

export function isGood(status: DelegationStatus | null): boolean {
  return status === 'completed' || status === 'success';
}

/** Of a whole delegation, from those of its tasks. */
export function unitStatus(isBatch: boolean, statuses: readonly DelegationStatus[]): DelegationStatus {
  const [only = 'unknown'] = statuses;
  if (!isBatch) return only;
  return statuses.every(isGood) ? 'completed' : 'failed';
}

function statusWithout(source: TerminationSource, otherwise: DelegationStatus): DelegationStatus {
  return source === 'max_runtime' ? 'timeout' : otherwise;
}

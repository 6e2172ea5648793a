import { formatAge } from '../base/age.ts';
import type { Spec } from './rows.ts';

/** `10m`, `0 9 * * *`; undefined for one that does not repeat. */
export function describeEvery(spec: Spec): string | undefined {
  if (spec.kind !== 'every') return undefined;
  return 'cron' in spec ? spec.cron : formatAge(spec.seconds * 1000);
}

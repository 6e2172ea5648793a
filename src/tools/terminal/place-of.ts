import { LOCAL } from '../../base/environment-name.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';

/** Where it runs; empty for this machine. */
export function placeOf({ environment }: ProcessSnapshot): { environment?: string } {
  return environment === LOCAL ? {} : { environment };
}

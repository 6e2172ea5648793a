import type { WireDelegation } from '../../wire/delegation.ts';
import { writeResult } from '../out.ts';
import { describeDelegation } from './describe.ts';
import { page } from './page.ts';

export function showDelegation(one: WireDelegation, json: boolean): number {
  writeResult(json, one, describeDelegation(one, page()));
  return 0;
}

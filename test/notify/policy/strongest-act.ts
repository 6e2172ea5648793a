import { type Act, acts } from '../../../src/notify/policy/consumption.ts';

/** Of several acts the one that showed most counts: a look after a `wait` takes nothing back. */
export function strongestAct(one: Act, other: Act): Act {
  return acts.indexOf(other) > acts.indexOf(one) ? other : one;
}

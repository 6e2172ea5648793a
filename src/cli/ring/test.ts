import { showSteps } from '../format/step.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser } from '../out.ts';
import { parseSeconds } from '../values.ts';

/** Checks everything that a ring needs, then sends one; each result is shown as soon as it is known. */
export async function testRinger(
  { client, json, values }: Invocation<'ring'>,
  session: string,
): Promise<number> {
  const timeout = values.timeout === undefined ? undefined : parseSeconds('timeout', values.timeout);
  const checked = await client.ringers.check(session);
  showSteps(checked.steps, json);
  if (!checked.is_fine) return 1;
  if (!json) tellUser('Sending a test ring …');
  const tested = await client.ringers.test(session, timeout);
  const more = tested.steps.slice(checked.steps.length);
  // A check that passed a moment ago may fail now.
  showSteps(more.length > 0 ? more : tested.steps.filter((step) => !step.is_fine), json);
  return tested.is_fine ? 0 : 1;
}

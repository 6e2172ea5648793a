import { showSteps } from '../format/step.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser } from '../out.ts';
import { parseSeconds } from '../values.ts';

export async function testEnvironment(
  { client, json, values }: Invocation<'env'>,
  name: string,
): Promise<number> {
  const timeout = values.timeout === undefined ? undefined : parseSeconds('timeout', values.timeout);
  if (!json) tellUser(`Running a command in ${name} …`);
  const { steps, is_fine } = await client.environments.test(name, timeout);
  showSteps(steps, json);
  return is_fine ? 0 : 1;
}

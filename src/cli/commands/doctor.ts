import { type Check, failWith } from '../doctor/check.ts';
import { checks } from '../doctor/checks.ts';
import { checkEnvironments } from '../doctor/environments.ts';
import { formatStep } from '../format/step.ts';
import type { Invocation } from '../invocation.ts';
import { writeResult } from '../out.ts';

export async function main({ home, json, values, client }: Invocation<'doctor'>): Promise<number> {
  let hasFailed = false;
  const show = (name: string, check: Check) => {
    const { result, message, fix } = check;
    hasFailed ||= result === 'fail';
    writeResult(json, { check: name, ...check }, formatStep(result, { name, detail: message, hint: fix }));
  };
  for (const { name, run } of checks) show(name, await run(home).catch(failWith));
  const environments = checkEnvironments(home, values.connect ? client : undefined);
  for await (const { name, check } of environments) show(name, check);
  return hasFailed ? 1 : 0;
}

import type { WireTestStep } from '../../wire/environment.ts';
import { colour, usesColour } from '../format/colour.ts';
import { shorten } from '../format/table.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { parseSeconds } from '../values.ts';

const MOST_DETAIL = 2_000;

export async function testEnvironment(
  { client, json, values }: Invocation<'env'>,
  name: string,
): Promise<number> {
  const timeout = values.timeout === undefined ? undefined : parseSeconds('timeout', values.timeout);
  if (!json) tellUser(`Running a command in ${name} …`);
  const { steps, is_fine } = await client.environments.test(name, timeout);
  for (const step of steps) {
    if (json) writeJson(step);
    else writeLine(describe(step));
  }
  return is_fine ? 0 : 1;
}

function describe({ name, is_fine, detail, ms, hint }: WireTestStep): string {
  const mark = is_fine ? colour('✓', 'green', usesColour()) : colour('✗', 'red', usesColour());
  const line = `${mark}  ${name.padEnd(10)}  ${`${ms} ms`.padStart(8)}  ${shorten(detail, MOST_DETAIL)}`;
  return hint === undefined ? line : `${line}\n${' '.repeat(25)}${shorten(hint, MOST_DETAIL)}`;
}

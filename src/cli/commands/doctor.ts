import type { Check } from '../doctor/check.ts';
import { checks } from '../doctor/checks.ts';
import { checkEnvironments } from '../doctor/environments.ts';
import { type Colour, colour, usesColour } from '../format/colour.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson, writeLine } from '../out.ts';

const shades: Record<Check['result'], Colour> = { ok: 'green', warn: 'yellow', fail: 'red' };

export async function main({ home, json, values, client }: Invocation<'doctor'>): Promise<number> {
  let hasFailed = false;
  const show = (name: string, check: Check) => {
    hasFailed ||= check.result === 'fail';
    if (json) writeJson({ check: name, ...check });
    else writeLine(describe(name, check));
  };
  for (const { name, run } of checks) {
    const check = await run(home).catch(
      (error): Check => ({ result: 'fail', message: (error as Error).message, fix: hintOf(error) }),
    );
    show(name, check);
  }
  const environments = checkEnvironments(home, values.connect ? client : undefined);
  for await (const { name, check } of environments) show(name, check);
  return hasFailed ? 1 : 0;
}

function describe(name: string, { result, message, fix }: Check): string {
  const word = colour(result.padEnd(4), shades[result], usesColour());
  const line = `${word}  ${name.padEnd(10)}  ${message}`;
  return fix ? `${line}\n${' '.repeat(18)}${fix}` : line;
}

function hintOf(error: unknown): string {
  return error instanceof Error && 'hint' in error ? String(error.hint) : '';
}

import type { Check } from '../doctor/check.ts';
import { checks } from '../doctor/checks.ts';
import { type Colour, colour, usesColour } from '../format/colour.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson, writeLine } from '../out.ts';

const shades: Record<Check['result'], Colour> = { ok: 'green', warn: 'yellow', fail: 'red' };

export async function main({ home, json }: Invocation<'doctor'>): Promise<number> {
  const coloured = usesColour();
  let hasFailed = false;
  for (const { name, look } of checks) {
    const check = await look(home).catch(
      (error): Check => ({ result: 'fail', message: (error as Error).message, fix: hintOf(error) }),
    );
    hasFailed ||= check.result === 'fail';
    if (json) writeJson({ check: name, ...check });
    else {
      writeLine(
        `${colour(check.result.padEnd(4), shades[check.result], coloured)}  ${name.padEnd(8)}  ${check.message}`,
      );
      if (check.fix) writeLine(`${' '.repeat(16)}${check.fix}`);
    }
  }
  return hasFailed ? 1 : 0;
}

function hintOf(error: unknown): string {
  return error instanceof Error && 'hint' in error ? String(error.hint) : '';
}

import type { WireCheckStep } from '../../wire/ringer.ts';
import { colour, usesColour } from '../format/colour.ts';
import { shorten } from '../format/table.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { parseSeconds } from '../values.ts';

const MOST_DETAIL = 2_000;

/** Checks everything that a ring needs, then sends one; each result is shown as soon as it is known. */
export async function testRinger(
  { client, json, values }: Invocation<'ring'>,
  session: string,
): Promise<number> {
  const timeout = values.timeout === undefined ? undefined : parseSeconds('timeout', values.timeout);
  const checked = await client.ringers.check(session);
  show(checked.steps, json);
  if (!checked.is_fine) return 1;
  if (!json) tellUser('Sending a test ring …');
  const tested = await client.ringers.test(session, timeout);
  const more = tested.steps.slice(checked.steps.length);
  // A check that passed a moment ago may fail now.
  show(more.length > 0 ? more : tested.steps.filter((step) => !step.is_fine), json);
  return tested.is_fine ? 0 : 1;
}

function show(steps: readonly WireCheckStep[], json: boolean): void {
  const coloured = usesColour();
  for (const step of steps) {
    if (json) writeJson(step);
    else {
      const word = step.is_fine ? colour('ok  ', 'green', coloured) : colour('fail', 'red', coloured);
      writeLine(`${word}  ${step.name.padEnd(10)}  ${shorten(step.detail, MOST_DETAIL)}`);
    }
  }
}

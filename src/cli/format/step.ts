import { writeResult } from '../out.ts';
import { colour, usesColour } from './colour.ts';
import { shorten } from './table.ts';

const MOST_DETAIL = 2_000;
const shades = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

type Step = {
  readonly name: string;
  readonly detail: string;
  readonly hint?: string | undefined;
  readonly ms?: number;
};

/** One check, and below it what to do about it. */
export function formatStep(result: keyof typeof shades, { name, detail, hint, ms }: Step): string {
  const word = colour(result.padEnd(4), shades[result], usesColour());
  const time = ms === undefined ? '' : `${`${ms} ms`.padStart(8)}  `;
  const line = `${word}  ${name.padEnd(10)}  ${time}${shorten(detail, MOST_DETAIL)}`;
  return hint ? `${line}\n${' '.repeat(18 + time.length)}${shorten(hint, MOST_DETAIL)}` : line;
}

export function showSteps(steps: readonly (Step & { readonly is_fine: boolean })[], json: boolean): void {
  for (const step of steps) {
    writeResult(json, step, formatStep(step.is_fine ? 'ok' : 'fail', step));
  }
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { listOutput } from '../../src/output/segments.ts';
import { type OutputTime, withTimes } from '../../src/output/times-file.ts';

/** A shell command that prints lines which say when they were printed, in milliseconds, with such pauses (seconds) before each. */
export function tellTimes(pauses: readonly number[]): string {
  return pauses.map((pause) => `sleep ${pause}; echo $((\${EPOCHREALTIME/./} / 1000))`).join('; ');
}

export function readTimes(keep: string): OutputTime[] {
  return listOutput(keep).segments.flatMap(
    (segment) =>
      withTimes(segment, (times) =>
        Array.from({ length: times.count }, (_, position) => {
          const time = times.at(position);
          assert.ok(time, `time ${position} of the segment ${segment.start}`);
          return time;
        }),
      ) ?? [],
  );
}

/** How far the recorded time of each line is from the time that it says itself, in milliseconds. */
export function timeErrors(keep: string): number[] {
  const times = readTimes(keep);
  const text = listOutput(keep)
    .segments.map(({ log }) => readFileSync(log, 'latin1'))
    .join('');
  return [...text.matchAll(/^(\d{13})\r?\n/gm)].map(({ index, 1: printed }) => {
    const recorded = times.findLast(({ offset }) => offset <= index);
    assert.ok(recorded, `no time for the byte ${index}`);
    return recorded.time - Number(printed);
  });
}

/** Most of them: between its look at the clock and its writing a busy machine may take a command off the processor. */
export function assertWithin(errors: readonly number[], from: number, to: number): void {
  const wrong = errors.filter((error) => error < from || error > to);
  assert.ok(errors.length > 0 && wrong.length <= errors.length / 8, errors.join(' '));
}

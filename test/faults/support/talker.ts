import assert from 'node:assert/strict';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'talker.pl');

/** A command that prints numbered lines, repeats what it is told, and exits with `code` when told to end. */
export function talker(code: number, pauseSeconds = 0.02): string {
  return `exec perl ${program} ${pauseSeconds} ${code}`;
}

/** Every line and every answer is there exactly once and in order; with `isWhole`, up to the end. */
export function checkTalk(output: string, told: number, isWhole = true): void {
  const lines = output.split('\n');
  assert(lines.pop() === '' || !isWhole, 'the last line is complete');
  const printed = lines.filter((line) => line.startsWith('line '));
  const answers = lines.filter((line) => line.startsWith('got '));
  const last = lines.filter((line) => line.startsWith('ended '));
  assert.equal(printed.length + answers.length + last.length, lines.length, 'nothing else was printed');
  assert.deepEqual(
    printed,
    Array.from(printed, (_, i) => `line ${i}`),
  );
  assert.deepEqual(
    answers,
    Array.from(answers, (_, i) => `got ${i}`),
  );
  if (!isWhole) return;
  assert.equal(answers.length, told, 'all that was typed was read');
  assert.deepEqual(last, [`ended ${printed.length}`]);
}

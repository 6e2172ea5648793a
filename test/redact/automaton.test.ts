import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAutomaton } from '../../src/redact/automaton.ts';
import { createRandom } from './random.ts';

it('finds what looking for each literal finds, over the borders of its chunks too', () => {
  const random = createRandom(7);
  const word = (most: number) =>
    Array.from({ length: random.between(1, most) }, () => random.pick(['a', 'b', 'C', '-', 'é'])).join('');
  for (let round = 0; round < 200; round++) {
    const literals = [...new Set(Array.from({ length: 8 }, () => word(5).toLowerCase()))];
    // Some rounds are longer than one chunk of 64 KiB.
    const text = round % 50 === 0 ? word(9).repeat(20_000) : word(300);
    const found = new Set<string>();
    createAutomaton(literals).scan(text, (literal, start) => found.add(`${literals[literal]}@${start}`));
    const expected = new Set<string>();
    for (const literal of literals) {
      const lower = text.toLowerCase();
      for (let at = lower.indexOf(literal); at !== -1; at = lower.indexOf(literal, at + 1)) {
        expected.add(`${literal}@${at}`);
      }
    }
    assert.deepEqual(found, expected);
  }
});

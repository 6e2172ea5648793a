import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCut, isLong } from '../../../src/agent/compaction/cut.ts';
import { transcript } from '../../../src/agent/compaction/transcript.ts';
import type { Entry } from '../../../src/agent/store/entries.ts';

const person = (position: number, length: number): Entry => ({
  kind: 'person',
  position,
  content: [{ type: 'text', text: 'x'.repeat(length) }],
});
const step = (position: number, output: string): Entry => ({
  kind: 'step',
  position,
  content: [
    { type: 'reasoning', text: 'hidden' },
    { type: 'text', text: 'said' },
    { type: 'call', id: 'proc_1', tool: 'terminal', input: { command: 'ls' } },
  ],
  answers: [{ type: 'answer', id: 'proc_1', tool: 'terminal', output, isError: false }],
});

const rows: readonly (readonly [
  what: string,
  entries: Entry[],
  context: number | undefined,
  cut: number | undefined,
])[] = [
  ['nothing', [], 1000, undefined],
  ['one thing stays', [person(1, 9999)], 1000, undefined],
  ['the newest fifth stays', [person(1, 4000), person(2, 400), person(3, 400)], 1000, 2],
  ['as many as fit', [person(1, 4000), person(2, 100), person(3, 100)], 1000, 1],
  ['the last stays, however long', [person(1, 4000), person(2, 9999)], 1000, 1],
  ['a step stays with its results', [person(1, 4000), step(2, 'y'.repeat(3000)), person(3, 10)], 1000, 2],
  ['too little is gained', [person(1, 4), person(2, 9999)], 1000, undefined],
  [
    'of an unknown model the newest quarter',
    [1, 2, 3, 4, 5, 6, 7, 8].map((at) => person(at, 1000)),
    undefined,
    6,
  ],
];

for (const [what, entries, context, cut] of rows)
  test(`what a summary covers: ${what}`, () => assert.equal(chooseCut(entries, context), cut));

test('a conversation is long from three quarters of what the model takes', () => {
  assert.deepEqual([isLong(750, 1000), isLong(751, 1000), isLong(1e9, undefined)], [false, true, false]);
});

test('what is summarised is plain text within its limit, cut in the middle before it is left out', () => {
  const all = [person(1, 10), step(2, 'y'.repeat(9000)), person(3, 10)];
  const text = transcript(all, 100_000);
  assert.match(
    text,
    /^PERSON: x{10}\n\nYOU: said\n\nYOU CALLED terminal \{"command":"ls"\}\n\nRESULT: y+ \[…\] y+\n\nPERSON: x{10}$/,
  );
  assert(transcript(all, 600).length <= 600);
  const many = Array.from({ length: 500 }, (_, at) => person(at, 90));
  assert.match(transcript(many, 5000), /^\[… \d+ earlier pieces are left out …\]\n\nPERSON/);
  assert(transcript(many, 5000).length < 5100);
});

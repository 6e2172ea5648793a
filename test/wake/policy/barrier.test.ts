import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPart, judge, type PartState, parsePart } from '../../../src/wake/policy/barrier.ts';

const states = { w: 'waiting', h: 'happened', n: 'never' } as const satisfies Record<string, PartState>;
const judged = (mode: 'all' | 'any', parts: string) =>
  judge(
    mode,
    [...parts].map((one) => states[one as keyof typeof states]),
  );

test('a barrier rings as soon as it is certain how it comes out', () => {
  const table = {
    all: {
      w: 'waiting',
      hw: 'waiting',
      hh: 'complete',
      nw: 'impossible',
      hn: 'impossible',
      nn: 'impossible',
    },
    any: { w: 'waiting', nw: 'waiting', hw: 'complete', hn: 'complete', nn: 'impossible', hh: 'complete' },
  } as const;
  for (const mode of ['all', 'any'] as const)
    for (const [parts, result] of Object.entries(table[mode]))
      assert.equal(judged(mode, parts), result, `${mode} ${parts}`);
});

test('parts are read, and written as they are read', () => {
  const cases: Record<string, string> = {
    proc_3f9c: 'process proc_3f9c ended',
    '3f9c:ended': 'process 3f9c ended',
    '3f9c:matched': 'process 3f9c matched',
    'web:dev:ready': 'process web:dev ready',
    'web:dev': 'process web:dev ended',
    wake_3f9c: 'wakeup wake_3f9c',
    'event:deploy:done': 'event deploy:done',
  };
  for (const [text, wanted] of Object.entries(cases)) {
    const part = parsePart(text);
    assert.equal([part.what, part.name, ...('moment' in part ? [part.moment] : [])].join(' '), wanted);
    assert.deepEqual(parsePart(formatPart(part)), part);
  }
});

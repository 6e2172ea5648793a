import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import { toColumns, toValues } from '../../src/engine/start-fields.ts';
import { wantsPrompts } from '../../src/engine/wants-prompts.ts';

const asked = toValues({ session: 's', pty: true, notifyOnComplete: true }, {});
const untold = { ...asked, notifyOnComplete: false };

test('prompts are looked for where somebody can type and a session is told something', () => {
  const wanted = [
    asked,
    { ...asked, pty: false, stdin: true },
    { ...untold, watchPatterns: ['x'] },
    { ...untold, deadline: 1 },
    { ...untold, heartbeat: 1 },
    { ...untold, quietAfter: 1 },
    { ...untold, ready: ':3000' },
  ];
  for (const one of wanted) assert(wantsPrompts(defaultConfig, toColumns(one)), JSON.stringify(one));
  for (const one of [untold, { ...asked, pty: false }, { ...asked, session: '' }])
    assert(!wantsPrompts(defaultConfig, toColumns(one)), JSON.stringify(one));
});

test('and not where that is switched off', () => {
  assert(!wantsPrompts({ ...defaultConfig, needsInput: false }, toColumns(asked)));
});

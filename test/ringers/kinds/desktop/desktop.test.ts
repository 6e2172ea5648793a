import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../../../src/base/remove-folder.ts';
import { validate } from '../../../../src/base/validate.ts';
import { desktopRinger, summarise } from '../../../../src/ringers/kinds/desktop/desktop.ts';
import type { Ring } from '../../../../src/ringers/ringer.ts';

const { signal } = new AbortController();
const settings = validate(desktopRinger.schema, {});
const ringOf = (...texts: string[]): Ring => ({
  id: 'ring_0123456789ab',
  session: 'me',
  text: texts.join('\n\n'),
  notifications: texts.map((text, index) => ({ id: `ntf_${index}`, type: 'note', text })),
  createdAt: 0,
  attempts: 0,
});

/** A PATH in which only this program is, which writes down its arguments. */
function install(t: TestContext, program: string, exit = 0): () => string[] {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-desktop-'));
  const before = process.env.PATH;
  t.after(() => {
    process.env.PATH = before;
    removeFolder(folder);
  });
  const script = `#!/bin/sh\nfor one; do printf '%s\\0' "$one" >> ${folder}/arguments; done\necho no desktop >&2\nexit ${exit}\n`;
  if (program) {
    writeFileSync(join(folder, program), script);
    chmodSync(join(folder, program), 0o755);
  }
  process.env.PATH = folder;
  return () => readFileSync(join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1);
}

test('notify-send is given a title and the first line of each, and nothing of it is markup or an option', async (t) => {
  const given = install(t, 'notify-send');
  const ring = ringOf('[IMPORTANT: Background process x exited.\nmore\n]', '--help <b>&');
  assert.deepEqual(await desktopRinger.ring(settings, ring, signal), { outcome: 'admitted' });
  assert.deepEqual(given(), [
    '--app-name=Ringback',
    '--',
    'Ringback',
    'Background process x exited.\n--help &lt;b&gt;&amp;',
  ]);
});

test('osascript is given the text as an argument, never as a part of the script', async (t) => {
  const given = install(t, 'osascript');
  const ring = ringOf('" & do shell script "x" & "');
  assert.equal((await desktopRinger.ring(settings, ring, signal)).outcome, 'admitted');
  assert.deepEqual(given().slice(-2), ['Ringback', '" & do shell script "x" & "']);
  assert.ok(!given()[3]?.includes('do shell'));
});

test('without a desktop it is tried again later, without a program it is given up', async (t) => {
  install(t, 'notify-send', 1);
  assert.deepEqual(await desktopRinger.ring(settings, ringOf('x'), signal), {
    outcome: 'refused',
    reason: 'no desktop',
    isPermanent: false,
  });
  install(t, '');
  const [rung, [step]] = [
    await desktopRinger.ring(settings, ringOf('x'), signal),
    await desktopRinger.check(settings, 'me', signal),
  ];
  assert.ok(rung.outcome === 'refused' && rung.isPermanent);
  assert.deepEqual([step?.isFine, /notify-send is not installed/.test(step?.detail ?? '')], [false, true]);
});

test('a long text is cut', () => {
  const text = summarise(ringOf(...Array.from({ length: 50 }, (_, index) => `line ${index}`)));
  assert.deepEqual([text.length, text.at(-1)], [240, '…']);
});

/** top in a pseudo-terminal of our own, as a person has it, and without one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { WireListed } from '../../../src/wire/process.ts';
import { CliHome, until } from '../cli-home.ts';
import { writeSamples } from '../write-samples.ts';

const launcher = join(import.meta.dirname, '../../../bin/ringback');
const home = new CliHome(after);
/** Its own home, or `top` would show itself. */
const outside = new CliHome(after);

const spin = 'echo at work; while :; do :; done';

test('without a terminal: one table, the busiest first; JSON has one object for each', async () => {
  assert.equal(await home.ok('top'), '');
  await home.start('--', 'echo idle; sleep 1000');
  const busy = await home.start('--name', 'spinner', '--', spin);
  const table = (await home.ok('top')).trimEnd().split('\n');
  assert.match(table[0] ?? '', /^NAME +STATUS +CPU % +MEMORY +TIME +CPU +LAST LINE$/);
  assert.match(table[1] ?? '', /^spinner +running +\d+\.\d +\d.* KiB|MiB +.*[▁▂▃▄▅▆▇█] +at work$/);
  assert.match(table[2] ?? '', /^proc_\w+ +running .* idle$/);
  const objects = await home.json<WireListed & { cpu_percent: number; last_line: string }>('top');
  assert.deepEqual(
    objects.map(({ last_line }) => last_line),
    ['at work', 'idle'],
  );
  assert.ok((objects[0]?.cpu_percent ?? 0) > 1 && (objects[0]?.memory_bytes ?? 0) > 0);
  await home.ok('kill', busy);
});

test('a curve begins with what was recorded before anybody looked', async () => {
  const id = await home.start('--name', 'worked', '--', 'sleep 1000');
  writeSamples(join(home.folder, 'processes', id), [0, 2500, 5000, 5000]);
  const row = (await home.ok('top')).split('\n').find((line) => line.startsWith('worked'));
  assert.match(row ?? '', / ▁▅██▁ *$/);
  await home.ok('kill', id);
});

for (const [name, key] of Object.entries({ q: 'q', 'Ctrl-C': '\x03' }))
  test(`on a terminal it goes on until ${name}, and leaves the terminal as it was`, async () => {
    const command = `stty -a > before; ${launcher} --home ${home.folder} top --interval 0.2; echo "code $?"; stty -a | diff before - && echo same; rm before`;
    const top = await outside.start('--pty', '--stdin', '--cwd', outside.folder, '--', command);
    const raw = () => outside.ok('log', top, '--raw');
    await until(async () => (await raw()).split('\x1b[H').length > 3, 'three frames');
    const frames = await raw();
    assert.ok(frames.includes('\x1b[?1049h'));
    assert.match(frames, /1 running, \d+\.\d % of a processor, .* of memory; q leaves/);
    assert.match(frames, /idle\x1b\[K/);
    await outside.ok('write', top, key);
    assert.equal((await outside.run(['wait', top])).code, 0);
    const end = await raw();
    assert.match(end, /\x1b\[\?7h\x1b\[\?25h\x1b\[\?1049lcode 0\r\nsame\r\n$/);
  });

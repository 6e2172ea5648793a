/** The daemon is killed with -9 in the middle of everything, and nobody notices (promise 1). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CliHome, text, until } from './cli-home.ts';

const counting = 'for i in $(seq 300); do echo "line $i"; sleep 0.005; done; exit 6';
const expected = Array.from({ length: 300 }, (_, index) => `line ${index + 1}\n`).join('');

/** Kills the daemon each time that `child` has printed a hundred more lines. */
async function killDaemonWhile(home: CliHome, output: AsyncIterable<Buffer>): Promise<string> {
  let printed = '';
  let kills = 0;
  for await (const chunk of output) {
    printed += chunk;
    if (printed.split('\n').length > (kills + 0.5) * 100 && kills < 3) {
      kills += 1;
      await home.killDaemon();
    }
  }
  assert.equal(kills, 3);
  return printed;
}

test('run --wait shows every line once and exits with the code', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const child = home.spawn(['run', '--wait', '--', counting]);
  const closed = once(child, 'close');
  const stderr = text(child.stderr);
  assert.equal(await killDaemonWhile(home, child.stdout), expected);
  assert.deepEqual(await closed, [6, null]);
  assert.equal(await stderr, '');
});

test('log -f shows every line once', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start('--', counting);
  const child = home.spawn(['log', '-f', id]);
  assert.equal(await killDaemonWhile(home, child.stdout), expected);
});

test('wait gets the exit code', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start('--stdin', '--', 'read x; exit 9');
  const child = home.spawn(['wait', id]);
  const closed = once(child, 'close');
  await until(async () => (await home.client().health()).connections > 1, 'the connection of wait');
  await home.killDaemon();
  await home.ok('submit', id, '');
  assert.deepEqual(await closed, [9, null]);
});

test('what is typed while daemons die arrives once and in order', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start('--stdin', '--', 'cat');
  const writer = home.client().writer(id);
  let kills = 0;
  const killing = (async () => {
    for (; kills < 4; kills += 1) await home.killDaemon();
  })();
  let typed = '';
  for (let count = 1; kills < 4; count += 1) {
    await writer.submit(`line ${count}`);
    typed += `line ${count}\n`;
  }
  await killing;
  await home.ok('close', id);
  await home.ok('wait', id);
  assert.equal(await home.ok('log', id, '--raw'), typed);
});

test('a start that was under way when the daemon died happens once', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const marks = join(home.folder, 'marks');
  const client = home.client();
  const start = (index: number) =>
    client.start({ command: `echo ${index} >> ${marks}`, workdir: '/', env: {}, shell: '/bin/sh' });
  let kills = 0;
  const killing = (async () => {
    for (; kills < 4; kills += 1) await home.killDaemon();
  })();
  const starts: Promise<unknown>[] = [];
  for (let index = 0; kills < 4; index += 1) {
    starts.push(start(index));
    // Some one after the other, some at once.
    if (index % 5 === 0) await starts.at(-1);
  }
  await Promise.all([killing, ...starts]);
  await until(
    async () => (await home.list()).every(({ status }) => status !== 'running'),
    'all of them to end',
  );
  const written = readFileSync(marks, 'utf8').trim().split('\n').map(Number);
  assert.deepEqual(
    written.sort((a, b) => a - b),
    starts.map((_, index) => index),
  );
});

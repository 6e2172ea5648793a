/** The Python client, through the deaths of the daemon and of its own program. Both clients at once: a daemon dies for both. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { canConnect } from '../../src/client/can-connect.ts';
import { CliHome, until } from '../cli/cli-home.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { kinds, startPython } from './python.ts';

const skip = notInstalled('python3');
const home = new CliHome(after);
const client = home.client();
const folder = mkdtempSync(join(tmpdir(), 'ringback-python-'));
after(() => removeFolder(folder));

test('a turn arrives once, whenever the daemon is killed', { skip }, async () => {
  const harnesses = await Promise.all(
    kinds.map(async (kind) => {
      const harness = startPython(home, 'turn', kind);
      return { kind, harness, process: String((await harness.next()).started) };
    }),
  );
  await until(async () => (await client.health()).connections > kinds.length, 'the subscriptions');
  await home.killDaemon();
  await until(() => canConnect(home.folder), 'a daemon that a harness started');
  for (const { process } of harnesses) await client.submit(process, '');
  const turns = await Promise.all(harnesses.map(async (one) => ({ ...one, told: await one.harness.next() })));
  // Told, and not acknowledged yet.
  await home.killDaemon();
  for (const { kind, harness, process, told } of turns) {
    harness.goOn();
    assert.deepEqual(await harness.rest(), [{ acknowledged: 1 }, { left: null }]);
    const history = await client.notifications.history({ session_key: `python:${kind}` });
    assert.deepEqual(
      history.map(({ state, session_id }) => ({ state, session_id })),
      [{ state: 'delivered', session_id: process }],
    );
    assert.deepEqual(
      told.turn,
      history.map(({ id }) => id),
    );
    assert.match(String(told.text), /built/);
  }
});

test('a call whose result was not stored is repeated under its id, and takes effect once', {
  skip,
}, async () => {
  const first = kinds.map((kind) => startPython(home, 'call', kind, folder));
  for (const harness of first) {
    assert.deepEqual(await harness.next(), { took_effect: true });
    harness.child.kill('SIGKILL');
    await once(harness.child, 'close');
  }
  const second = kinds.map((kind) => startPython(home, 'call', kind, folder));
  for (const harness of second) {
    harness.goOn();
    assert.deepEqual(await harness.rest(), [{ took_effect: true }, { left: null }]);
  }
  const effects = readFileSync(join(folder, 'effects'), 'utf8').trim().split('\n');
  assert.deepEqual(effects.toSorted(), kinds.toSorted());
  for (const kind of kinds) {
    const { output, exit_code } = JSON.parse(readFileSync(join(folder, `${kind}.json`), 'utf8'));
    assert.equal(exit_code, 0);
    assert.match(output, new RegExp(`^${kind}$`, 'm'));
  }
});

test('a follower resumes without loss or repeat when the daemon is killed', { skip }, async () => {
  const gate = join(folder, 'gate');
  execFileSync('mkfifo', [gate]);
  const { session_id } = await client.start({
    command: 'while read -r line; do echo "$line"; done < gate; exit 7',
    workdir: folder,
    env: { PATH: String(process.env.PATH) },
  });
  const printing = await open(gate, 'w');
  const followers = kinds.map((kind) => startPython(home, 'follow', kind, session_id));
  await printing.write('before\n');
  for (const follower of followers) assert.deepEqual(await follower.next(), { offset: 0, data: 'before\n' });
  await home.killDaemon();
  await printing.write('while none is there\n');
  for (const follower of followers)
    assert.deepEqual(await follower.next(), { offset: 7, data: 'while none is there\n' });
  await printing.write('after\n');
  await printing.close();
  for (const follower of followers)
    assert.deepEqual(await follower.rest(), [{ offset: 27, data: 'after\n' }, { exit_code: 7 }]);
});

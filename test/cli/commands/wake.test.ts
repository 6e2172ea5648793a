import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WireWakeUp } from '../../../src/wire/wake.ts';
import { CliHome } from '../cli-home.ts';

const home = new CliHome(after);

test('wake after, at, every: the id on stdout, the time for people', async () => {
  const { code, stdout, stderr } = await home.run([
    'wake',
    'after',
    '10m',
    'look',
    'at',
    'it',
    '--session',
    's:1',
  ]);
  assert.equal(code, 0);
  assert.match(stdout, /^wake_[0-9a-f]{12}\n$/);
  assert.match(stderr, /^s:1 will be notified at 20.*Z \(in (10m|9m59s)\)\.\n$/);
  await home.ok('wake', 'at', '2040-01-31T09:00', '--tz', 'Europe/Berlin', 'party', '--session', 's:2');
  await home.ok('wake', 'every', '0 9 * * 1-5', '--tz', 'Europe/Berlin', '--session', 's:2');
  const all = await home.json<WireWakeUp>('wake', 'ls');
  assert.deepEqual(all.map(({ kind, note, session_key }) => [kind, note, session_key]).sort(), [
    ['after', 'look at it', 's:1'],
    ['at', 'party', 's:2'],
    ['every', '', 's:2'],
  ]);
  assert.equal(all.find(({ kind }) => kind === 'at')?.due_at, '2040-01-31T08:00:00.000Z');
  const table = await home.ok('wake', 'ls', '--session', 's:2');
  assert.match(table, /^ID +STATE +NEXT +WHEN +SESSION +NOTE\n/);
  assert.match(table, /every 0 9 \* \* 1-5 Europe\/Berlin/);
  assert.doesNotMatch(table, /look at it/);
});

test('wake when: one ring for all, heard in the inbox', async () => {
  const first = await home.start('--session', 's:3', '--', 'exit 3');
  const second = await home.start(
    '--session',
    's:3',
    '--name',
    'server',
    '--watch',
    'up',
    '--',
    'echo up; sleep 1000',
  );
  const args = ['wake', 'when', '--all', first, 'server:matched', 'go on', '--session', 's:4'];
  assert.match(await home.ok(...args), /^wake_/);
  const told = await home.ok('inbox', '--session', 's:4', '--once', '--wait', '30');
  assert.match(told, /everything that it waits for has happened/);
  assert.match(told, new RegExp(`${first}:ended: happened .*, exit code 3\\.`));
  assert.match(told, new RegExp(`${second}:matched: happened .*\\.\n.*\nThe line that matched:\n\\| up\n`));
});

test('wake cancel, and idle says when the next is due', async () => {
  const [set] = await home.json<WireWakeUp>('wake', 'after', '1m', 'x', '--session', 's:5');
  const idle = await home.run(['--json', 'idle']);
  assert.equal(JSON.parse(idle.stdout).next_at, set?.due_at);
  const [active] = await home.json<{ kept_awake_by: { reason: string }[] }>('idle', '--session', 's:5');
  assert.deepEqual(
    active?.kept_awake_by.map(({ reason }) => reason),
    ['wake_up'],
  );
  const id = String(set?.wake_id);
  assert.equal(await home.ok('wake', 'cancel', id.slice(0, 12)), `${id} cancelled\n`);
  const none = await home.run(['wake', 'cancel', 'wake_ffffffffffff', id]);
  assert.deepEqual([none.code, none.stdout], [1, `${id} cancelled\n`]);
  assert.match(none.stderr, /no wake-up wake_ffffffffffff/);
});

test('what is missing or wrong is a usage error', async () => {
  const wrong: [string[], RegExp][] = [
    [['after'], /missing argument: TIME/],
    [['when', 'proc_1', 'note'], /give --all or --any/],
    [['when', '--all', 'note'], /missing argument: PART/],
    [['cancel'], /missing argument: ID/],
    [['ls', 'x'], /too many arguments/],
    [['after', '1m', '--any'], /--any is an option of: ringback wake when/],
    [['sometimes'], /unknown action/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await home.run(['wake', ...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
  const refused = await home.run(['wake', 'at', 'soon']);
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
});

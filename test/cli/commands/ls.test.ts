import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { toRows } from '../../../src/cli/commands/ls.ts';
import type { WireListed } from '../../../src/wire/process.ts';
import { CliHome, until } from '../cli-home.ts';

const home = new CliHome(after);

test('an empty home says how to start something, and prints no JSON', async () => {
  const { code, stdout, stderr } = await home.run(['ls']);
  assert.deepEqual([code, stdout], [0, '']);
  assert.match(stderr, /ringback run/);
  assert.deepEqual(await home.json('ls'), []);
});

test('what runs and the latest that ended, newest first; --all shows the rest', async () => {
  const running = await home.start('--session', 'me:1', '--', 'echo hello; sleep 60');
  const ended: string[] = [];
  for (let count = 0; count < 12; count += 1) ended.unshift(await home.start('--', `exit ${count}`));
  for (const id of ended) await home.run(['wait', id]);

  const idsOf = (list: WireListed[]) => list.map((each) => each.session_id);
  assert.deepEqual(idsOf(await home.json('ls')), [...ended.slice(0, 10), running]);
  assert.deepEqual(idsOf(await home.json('ls', '--all')), [...ended, running]);
  assert.deepEqual(idsOf(await home.json('ls', '--session', 'me:1')), [running]);

  const [one] = await home.json<WireListed>('ls', '--session', 'me:1');
  assert.deepEqual([one?.status, one?.exit_code, one?.output_preview], ['running', null, 'hello\n']);

  const lines = (await home.ok('ls')).trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^ID +STATUS +AGE +TIME +(CPU +MEMORY +)?COMMAND$/);
  assert.match(lines[1] ?? '', new RegExp(`^${ended[0]}  exited 11 .* exit 11$`));
  assert.match(lines.at(-1) ?? '', new RegExp(`^${running}  running .* echo hello; sleep 60$`));
});

test('what processes use, where one runs', async () => {
  const id = await home.start('--session', 'me:2', '--', 'sleep 60 & sleep 60 & wait');
  await until(async () => {
    const [one] = await home.json<WireListed>('ls', '--session', 'me:2');
    return one?.memory_bytes !== undefined && one.cpu_seconds !== undefined && one.process_count === 3;
  }, 'its usage');
  await until(async () => (await home.client().get(id)).memory_bytes !== undefined, 'the same of one');
  const listed = { session_id: id, started_at: new Date().toISOString(), uptime_seconds: 5, command: 'x' };
  const [head, running, ended] = toRows([
    { ...listed, status: 'running', environment: 'local', cpu_seconds: 65, memory_bytes: 3_000_000 },
    { ...listed, status: 'exited', environment: 'local', cpu_seconds: 2.5 },
  ] as WireListed[]);
  assert.deepEqual(head?.slice(3, 6), ['TIME', 'CPU', 'MEMORY']);
  assert.deepEqual(
    [running?.slice(4, 6), ended?.slice(4, 6)],
    [
      ['1m5s', '3M'],
      ['2s', ''],
    ],
  );
});

test('a delegate is listed with where its goal can be read', () => {
  const listed = { session_id: 'proc_1', started_at: new Date().toISOString(), uptime_seconds: 5 };
  const delegate = { ...listed, status: 'running', environment: 'local', command: 'exec node delegate.js' };
  const [, row] = toRows([{ ...delegate, delegation: 'dlg_0123456789ab/1' }] as unknown as WireListed[]);
  assert.equal(row?.at(-1), '(ringback delegate show dlg_0123456789ab)');
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { WireKill } from '../../../src/wire/kill.ts';
import { CliHome, until } from '../cli-home.ts';

const home = new CliHome(after);

test('kill ends the tree and tells the exit status it really had', async () => {
  const id = await home.start('--', `trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done`);
  await home.client().follow(id, { from: 0 }).next();
  const [answer] = await home.json<WireKill>('kill', id);
  assert.deepEqual(
    [
      answer?.status,
      answer?.exit_code,
      answer?.completion_reason,
      answer?.termination_source,
      answer?.survivors,
    ],
    ['killed', 0, 'killed', 'process.kill', []],
  );
  assert.match(answer?.output ?? '', /bye/);
});

test('one that had ended says so', async () => {
  const id = await home.start('--', 'exit 4');
  await home.run(['wait', id]);
  const [answer] = await home.json<WireKill>('kill', id);
  assert.deepEqual([answer?.status, answer?.exit_code], ['already_exited', 4]);
  assert.match(await home.ok('kill', id), /had already ended: exited with 4/);
});

test('an unknown id among several does not keep the others alive', async () => {
  const id = await home.start('--', 'sleep 60');
  const { code, stdout, stderr } = await home.run(['kill', 'ffffffffffff', id]);
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`^${id} ended by process.kill`));
  assert.match(stderr, /There is no process ffffffffffff/);
});

test('--task ends a task, --all everything', async () => {
  const kept = await home.start('--', 'sleep 60');
  const ended = await home.start('--task', 't', '--', 'sleep 60');
  const [task] = await home.json('kill', '--task', 't');
  assert.deepEqual([task?.status, task?.killed], ['ok', 1]);
  assert.equal((await home.client().get(ended)).termination_source, 'kill_all');
  assert.equal((await home.client().get(kept)).status, 'running');
  assert.match(await home.ok('kill', '--all'), /\n1 ended\n$/);
});

test('issue 11.6: kill --all --session ends the processes of that session only', async () => {
  const other = await home.start('--session', 'b:2', '--task', 't', '--', 'sleep 60');
  const first = await home.start('--session', 'a:1', '--task', 't', '--', 'sleep 60');
  const second = await home.start('--session', 'a:1', '--', 'sleep 60');
  const states = async () =>
    Promise.all([other, first, second].map(async (id) => (await home.client().get(id)).status));

  assert.match(await home.ok('kill', '--all', '--session', 'nobody:0'), /^0 ended/);
  await home.ok('kill', '--task', 't', '--session', 'a:1');
  assert.deepEqual(await states(), ['running', 'exited', 'running']);
  await home.ok('kill', '--all', '--session', 'a:1');
  assert.deepEqual(await states(), ['running', 'exited', 'exited']);
  await home.ok('kill', other);
});

test('issue 11.9: a detached process that is killed is recorded as killed, by whom, and stays so', async () => {
  const keeperOf = async (id: string) =>
    readFileSync(`/proc/${(await home.client().get(id)).pid}/stat`, 'utf8').split(' ')[3];
  const facts = async (id: string) => {
    const { status, completion_reason, termination_source, exit_code } = await home.client().get(id);
    return [status, completion_reason, termination_source, exit_code];
  };
  const ids = [
    await home.start('--notify', '--session', 'd:1', '--', 'sleep 60'),
    await home.start('--', 'sleep 60'),
  ];
  for (const id of ids) {
    process.kill(Number(await keeperOf(id)), 'SIGKILL');
    await until(async () => (await home.client().get(id)).detached === true, `${id} to be detached`);
  }
  const [first = '', second = ''] = ids;
  const [answer] = await home.json<WireKill>('kill', first);
  assert.deepEqual(
    [answer?.status, answer?.completion_reason, answer?.termination_source, answer?.exit_code],
    ['killed', 'killed', 'process.kill', null],
  );
  await home.ok('kill', '--all');
  await home.killDaemon();
  assert.deepEqual(await facts(first), ['exited', 'killed', 'process.kill', null]);
  assert.deepEqual(await facts(second), ['exited', 'killed', 'kill_all', null]);
  assert.match(
    await home.ok('kill', first),
    /had already ended: ended by process.kill \(exit code unknown\)/,
  );
  assert.match(await home.ok('ls'), new RegExp(`${first} +killed `));
  assert.match(
    await home.ok('inbox', '--session', 'd:1'),
    /was terminated by process.kill \(exit code unknown\)/,
  );
});

test('--grace 0 does not escalate', async () => {
  const id = await home.start('--', `trap '' TERM; echo up; while :; do sleep 0.05; done`);
  await home.client().follow(id, { from: 0 }).next();
  const { code, stdout } = await home.run(['kill', '--grace', '0', id]);
  assert.equal(code, 1);
  assert.match(stdout, /STILL ALIVE/);
  await home.ok('kill', '--grace', '0.1', id);
});

for (const args of [['kill'], ['kill', '--all', 'abcd'], ['kill', '--all', '--task', 't']]) {
  test(`usage error: ringback ${args.join(' ')}`, async () => {
    assert.equal((await home.run(args)).code, 2);
  });
}

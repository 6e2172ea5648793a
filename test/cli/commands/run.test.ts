import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { CliHome, text, until } from '../cli-home.ts';

const home = new CliHome(after, { wakeIntervalSeconds: 1 });

test('run prints the id and returns at once', async () => {
  const { code, stdout, stderr } = await home.run(['run', '--', 'sleep 60']);
  assert.match(stdout, /^proc_[0-9a-f]{12}\n$/);
  assert.deepEqual([code, stderr], [0, '']);
});

test('run --json answers as behaviour.md says', async () => {
  const [answer] = await home.json('run', '--notify', '--', 'sleep 60');
  assert.match(String(answer?.session_id), /^proc_[0-9a-f]{12}$/);
  assert.equal(typeof answer?.pid, 'number');
  const { output, status, exit_code, error, notify_on_complete } = answer ?? {};
  assert.deepEqual(
    { output, status, exit_code, error, notify_on_complete },
    {
      output: '',
      status: 'running',
      exit_code: null,
      error: null,
      notify_on_complete: true,
    },
  );
});

test('--wait shows the output as it was printed and exits with the code', async () => {
  const { code, stdout } = await home.run(['run', '--wait', '--', `printf '\\033[31mred\\033[0m'; exit 5`]);
  assert.deepEqual([code, stdout], [5, '\x1b[31mred\x1b[0m']);
});

test('--wait --json prints one object at the end', async () => {
  const [answer, ...more] = await home.json('run', '--wait', '--', 'echo x; kill -9 $$');
  assert.deepEqual([answer?.exit_code, answer?.signal, answer?.output, more], [137, 'SIGKILL', 'x\n', []]);
});

test('Ctrl-C during --wait leaves the command running', async () => {
  const child = home.spawn(['run', '--wait', '--', 'echo up; sleep 60']);
  await once(child.stdout, 'data');
  const stderr = text(child.stderr);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [130, null]);
  const [, id = ''] = /(proc_\w+) keeps running/.exec(await stderr) ?? [];
  assert.equal((await home.client().get(id)).status, 'running');
});

test("it runs with the caller's own environment, folder and umask", async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'ringback-cwd-'));
  const command = 'echo "$COLOUR"; pwd; umask';
  const { stdout } = await home.run(['run', '--wait', '--', command], { env: { COLOUR: 'blue' }, cwd });
  const umask = process.umask().toString(8).padStart(4, '0');
  assert.equal(stdout, `blue\n${cwd}\n${umask}\n`);
  removeFolder(cwd);
});

test('--cwd is taken from where the caller is', async () => {
  const { stdout } = await home.run(['run', '--wait', '--cwd', '..', '--', 'pwd'], { cwd: '/usr/bin' });
  assert.equal(stdout, '/usr\n');
});

test('several arguments are one program and its arguments', async () => {
  const { stdout } = await home.run(['run', '--wait', '--', 'printf', '%s|', 'a b', '$HOME', "it's"]);
  assert.equal(stdout, "a b|$HOME|it's|");
});

test('session, task, patterns and limits are kept', async () => {
  const options = ['--session', 'me:1', '--task', 't1', '--watch', 'a', '--watch', 'b', '--log-limit', '1M'];
  const [answer] = await home.json('run', ...options, '--', 'sleep 60');
  assert.deepEqual([answer?.session_key, answer?.task, answer?.watch_patterns], ['me:1', 't1', ['a', 'b']]);
});

test('RINGBACK_SESSION is the session by default', async () => {
  const { stdout } = await home.run(['run', '--json', '--', 'true'], { env: { RINGBACK_SESSION: 'env:1' } });
  assert.equal(JSON.parse(stdout).session_key, 'env:1');
});

test('--max-runtime ends it', async () => {
  const [answer] = await home.json('run', '--wait', '--max-runtime', '1', '--', 'sleep 60');
  assert.deepEqual([answer?.completion_reason, answer?.termination_source], ['killed', 'max_runtime']);
});

test('--notify-on failure: the session is told of a bad end only', async () => {
  const of = ['--session', 'failures', '--notify-on', 'failure', '--'] as const;
  const [good, bad] = [await home.start(...of, 'true'), await home.start(...of, 'exit 3')];
  for (const id of [good, bad]) await home.run(['wait', id, '--session', 'somebody else']);
  await until(
    async () => (await home.json('inbox', '--session', 'failures', '--peek')).length > 0,
    'the failure',
  );
  assert.match(
    await home.ok('inbox', '--session', 'failures'),
    new RegExp(`^\\[IMPORTANT: Background process ${bad} exited`),
  );
  assert.equal((await home.client().get(bad)).notify_on, 'failure');
  const { code, stderr } = await home.run(['run', '--notify-on', 'success', '--', 'true']);
  assert.deepEqual([code, /--notify-on must be failure or always/.test(stderr)], [2, true]);
});

test('--deadline: the session is told that it still runs', async () => {
  const id = await home.start('--deadline', '1', '--session', 'late', '--', 'echo 3/4; sleep 60');
  await until(
    async () => (await home.json('inbox', '--session', 'late', '--peek')).length > 0,
    'the deadline',
  );
  assert.match(
    await home.ok('inbox', '--session', 'late'),
    new RegExp(`^\\[IMPORTANT: Background process ${id} is still running after \\d+s\\..*\\| 3/4\\n`, 's'),
  );
  assert.equal((await home.client().get(id)).status, 'running');
  const { code, stderr } = await home.run(['run', '--deadline', 'soon', '--', 'true']);
  assert.deepEqual([code, /--deadline must be/.test(stderr)], [2, true]);
});

test('--heartbeat: the session is told again and again, and finds only the newest', async () => {
  const id = await home.start('--heartbeat', '1', '--session', 'beats', '--', 'echo 3/4; sleep 60');
  const told = () => home.client().notifications.history({ session_key: 'beats' });
  await until(async () => (await told()).length > 1, 'the second');
  assert.match(
    await home.ok('inbox', '--session', 'beats'),
    new RegExp(
      `^\\[IMPORTANT: Background process ${id} is still running .*; asked for every 1s\\..*\\| 3/4\\n`,
      's',
    ),
  );
  assert.equal((await told()).at(-1)?.rule, 'superseded');
});

test('--quiet-after: the session is told of a silence', async () => {
  const id = await home.start('--quiet-after', '1', '--session', 'still', '--', 'echo begun; exec sleep 60');
  await until(
    async () => (await home.json('inbox', '--session', 'still', '--peek')).length > 0,
    'the silence',
  );
  assert.match(
    await home.ok('inbox', '--session', 'still'),
    new RegExp(`^\\[IMPORTANT: Background process ${id} has printed nothing for \\d+s\\..*\\| begun\\n`, 's'),
  );
});

test('stdin is empty unless asked for', async () => {
  const { code, stdout } = await home.run(['run', '--wait', '--', 'cat; echo end']);
  assert.deepEqual([code, stdout], [0, 'end\n']);
});

test('--name: other commands take it for the id, and ls shows it', async (t) => {
  const named = new CliHome((clean) => t.after(clean));
  const id = (await named.ok('run', '--name', 'web', '--', 'echo up; sleep 60')).trim();
  assert.match(await named.ok('ls'), /^ID +NAME +STATUS.*\nproc_\w+ +web +running/);
  assert.equal((await named.client().get('web')).session_id, id);
  const second = await named.run(['run', '--name', 'web', '--', 'sleep 60']);
  assert.equal(second.code, 0);
  const both = await named.run(['kill', 'web']);
  assert.match(both.stderr, /More than one process named web runs\.\n.*Give the id\./);
  await named.ok('kill', id);
  await named.ok('kill', 'web');
  assert.equal(
    (await named.client().get('web')).session_id,
    second.stdout.trim(),
    'the last of those that ended',
  );
  const { code, stderr } = await named.run(['run', '--name', 'cafe', '--', 'true']);
  assert.equal(code, 2);
  assert.match(stderr, /"name" must not look like an id/);
});

test('--after waits for others, shows for what, and says why it never began', async () => {
  const id = (await home.run(['run', '--stdin', '--name', 'gate', '--', 'read x; exit $x'])).stdout.trim();
  const waits = (await home.run(['run', '--after', 'gate', '--', 'echo no'])).stdout.trim();
  assert.match((await home.run(['poll', waits])).stdout, new RegExp(`queued for .*, waits for ${id}`));
  assert.match((await home.run(['ls'])).stdout, new RegExp(`${waits} .*waiting `));
  await home.run(['submit', 'gate', '3']);
  const { code, stdout } = await home.run(['wait', waits]);
  assert.equal(code, 1);
  assert.equal(stdout, `${waits} never began: ${id} (gate) ended with exit code 3\n`);
  assert.match((await home.run(['ls', '--all'])).stdout, new RegExp(`${waits} .*skipped `));
  const good = (await home.run(['run', '--', 'true'])).stdout.trim();
  const ran = await home.run(['run', '--after', good, '--wait', '--', 'echo on']);
  assert.deepEqual([ran.code, ran.stdout], [0, 'on\n']);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { after, test } from 'node:test';
import type { WireNotification } from '../../../src/wire/notification.ts';
import { completionOf, mark, stateOf } from '../../daemon/ending-process.ts';
import { CliHome, text, until } from '../cli-home.ts';

const home = new CliHome(after);
const client = home.client();

/** A command of `session` that has ended and is to be told of. */
async function ended(session: string, command = 'echo bye; exit 3'): Promise<string> {
  const id = await home.start('--notify', '--session', session, '--', command);
  await completionOf(client, id);
  return id;
}

test('printing a notification delivers it; peeking does not', async () => {
  const id = await ended('prints');
  const peeked = await home.ok('inbox', '--session', 'prints', '--peek');
  assert.match(peeked, new RegExp(`^\\[IMPORTANT: Background process ${id} exited .*\\| bye\\n\\]\\n$`, 's'));
  const { code, stdout } = await home.run(['inbox'], { env: { RINGBACK_SESSION: 'prints' } });
  assert.deepEqual([code, stdout], [0, peeked]);
  assert.equal(await stateOf(home, (await completionOf(client, id)).id), 'delivered');
  assert.deepEqual(await home.run(['inbox', '--session', 'prints']), {
    code: 0,
    stdout: '',
    stderr: 'No pending notifications.\n',
  });
});

test('--json prints one notification a line', async () => {
  const ids = [await ended('json'), await ended('json')];
  const peeked = await home.json<WireNotification>('inbox', '--session', 'json', '--peek');
  const printed = await home.json<WireNotification>('inbox', '--session', 'json');
  for (const lines of [peeked, printed])
    assert.deepEqual(
      lines.map(({ session_id, type }) => [session_id, type]),
      ids.map((id) => [id, 'completion']),
    );
  assert.deepEqual(await home.json('inbox', '--session', 'json'), []);
});

test('issue 11.5: what a person starts is told in the inbox of that person, without naming any session', async () => {
  const name = userInfo().username;
  const id = await home.start('--notify', '--', 'echo mine');
  const { session_key } = await completionOf(client, id);
  assert.equal(session_key, `person:${name}`);
  await ended('whose');
  const printed = await home.ok('inbox');
  assert.match(printed, new RegExp(`process ${id} `));
  assert.doesNotMatch(printed, /For session/);
  assert.equal(await stateOf(home, (await completionOf(client, id)).id), 'delivered');
  assert.match(
    await home.ok('inbox', '--peek'),
    /For session whose:\n\[IMPORTANT: /,
    'a look shows all sessions',
  );
  assert.equal((await home.run(['inbox', '--peek', '--follow'])).code, 2);
});

test('issue 11.5: a person who waited for it is not told again', async () => {
  const id = await home.start('--notify', '--', 'true');
  await home.ok('wait', id);
  await completionOf(client, id);
  assert.equal(await home.ok('inbox'), '');
});

test('issue 11.5: what an agent starts in its own shell is for the agent', async () => {
  const start = async (env: NodeJS.ProcessEnv) =>
    (JSON.parse((await home.run(['run', '--json', '--', 'true'], { env })).stdout) as { session_key: string })
      .session_key;
  assert.equal(await start({ CLAUDE_CODE_SESSION_ID: '4-2' }), 'claude-code:4-2');
  assert.equal(await start({ CODEX_THREAD_ID: '7' }), 'codex:7');
  // One agent inside of another: which of them asks cannot be known.
  assert.match(await start({ CODEX_THREAD_ID: '7', CLAUDE_CODE_SESSION_ID: '4-2' }), /^person:/);
  assert.equal(await start({ CODEX_THREAD_ID: '7', RINGBACK_SESSION: 'mine:1' }), 'mine:1');
});

test('issue 11.5: inbox dismiss takes notifications, processes, or everything of the session', async () => {
  const [first, second, third] = [await ended('d:1'), await ended('d:1'), await ended('d:1')];
  const other = await ended('d:2');
  const byNotification = (await completionOf(client, first)).id;
  assert.equal(await home.ok('inbox', 'dismiss', byNotification), '1 dismissed\n');
  assert.equal(await home.ok('inbox', 'dismiss', second.slice(0, 12)), '1 dismissed\n');
  assert.deepEqual(await home.json('inbox', 'dismiss', '--session', 'd:1'), [{ status: 'ok', dismissed: 1 }]);
  for (const id of [first, second, third]) assert.equal((await completionOf(client, id)).state, 'dismissed');
  assert.equal((await completionOf(client, other)).state, 'pending');
  const unknown = await home.run(['inbox', 'dismiss', 'ffffffffffff']);
  assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  for (const args of [['dance'], ['dismiss', '--follow'], ['dismiss', '--peek']])
    assert.equal((await home.run(['inbox', ...args])).code, 2, args.join(' '));
});

test('--follow goes on over a killed daemon and prints everything once', async () => {
  const child = home.spawn(['inbox', '--follow', '--json', '--session', 'follows']);
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const expected: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const id = await ended('follows');
    expected.push(id);
    await until(() => printed.includes(id), `the end of ${id}`);
    await home.killDaemon();
  }
  child.kill();
  await closed;
  const heard = printed.trimEnd().split('\n');
  assert.deepEqual(
    heard.map((line) => (JSON.parse(line) as WireNotification).session_id),
    expected,
  );
});

test('what the reader did not take is not delivered', async () => {
  const child = home.spawn(['inbox', '--follow', '--session', 'pipe']);
  const closed = once(child, 'close');
  const first = await ended('pipe');
  await once(child.stdout, 'data');
  const taken = await completionOf(client, first);
  await until(async () => (await stateOf(home, taken.id)) === 'delivered', 'the first to be delivered');
  child.stdout.destroy();
  const second = await ended('pipe');
  assert.deepEqual(await closed, [0, null]);
  const [left] = await home.json<WireNotification>('inbox', '--session', 'pipe', '--peek');
  assert.equal(left?.session_id, second);
});

test('a program of the session that has seen the end is not told', async () => {
  const env = { RINGBACK_SESSION: 'seen' };
  const ends: [string, ...string[]][] = [['wait'], ['kill'], ['log'], ['log', '-f'], ['poll']];
  for (const command of ends) {
    const id = await ended('seen');
    await home.run([...command, id], { env });
  }
  for (const args of [['--wait'], ['--wait', '--json']])
    await home.run(['run', '--notify', ...args, '--', 'echo bye'], { env });
  const marker = await mark(client, 'seen');
  const printed = await home.json<WireNotification>('inbox', '--session', 'seen');
  assert.deepEqual(
    printed.map(({ id }) => id),
    [marker],
  );
  const all = await client.notifications.history({ session_key: 'seen' });
  assert.deepEqual(
    all.map(({ rule }) => rule),
    [
      null,
      'wait_exited',
      'wait_exited',
      'poll',
      'log_to_end',
      'log_to_end',
      'kill_by_session',
      'wait_exited',
    ],
  );
});

test('--session names the one who asks, too', async () => {
  const id = await ended('asks');
  await home.run(['wait', id, '--session', 'another']);
  assert.equal((await home.json('inbox', '--session', 'asks', '--peek')).length, 1);
  await home.run(['wait', id, '--session', 'asks']);
  assert.equal((await home.json('inbox', '--session', 'asks', '--peek')).length, 0);
});

test('run --wait that is interrupted leaves the notification to the session', async () => {
  const child = home.spawn([
    'run',
    '--notify',
    '--stdin',
    '--wait',
    '--session',
    'ctrl',
    '--',
    'echo on; read x',
  ]);
  await once(child.stdout, 'data');
  const stderr = text(child.stderr);
  child.kill('SIGINT');
  const [id = ''] = /proc_[0-9a-f]{12}/.exec(await stderr) ?? [];
  await home.ok('submit', id, '');
  await completionOf(client, id);
  assert.match(await home.ok('inbox', '--session', 'ctrl'), new RegExp(id));
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newProcessId } from '../../../src/base/ids.ts';
import { completionOf, stateOf } from '../../daemon/ending-process.ts';
import { CliHome, isAlive, until } from '../cli-home.ts';

const home = new CliHome(after);
const client = home.client();

/** A command of `session` that has ended and is to be told of. */
async function ended(session: string, command = 'echo bye'): Promise<string> {
  const id = await home.start('--notify', '--session', session, '--', command);
  await completionOf(client, id);
  return id;
}

/** `ringback inbox ARGS`, listening. */
function listen(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = home.spawn(['inbox', ...args], env);
  const heard = { child, text: '', closed: once(child, 'close') };
  child.stdout.on('data', (chunk) => (heard.text += chunk));
  return heard;
}

/** Somebody listens: a tool says so to its caller. */
async function isHeard(session: string): Promise<boolean> {
  const { result } = await client.tools.call('process', {
    arguments: { action: 'list' },
    session_key: session,
    workdir: home.folder,
    env: {},
    call_id: newProcessId(),
    reach: 'ride',
  });
  return result.delivery === 'wake';
}

test('--once waits for one turn, delivers it and ends; in vain, with 124', async () => {
  const args = ['inbox', '--once', '--session', 'once'];
  assert.deepEqual(await home.run([...args, '--wait', '0.1']), { code: 124, stdout: '', stderr: '' });
  const waiting = home.run(args);
  const id = await ended('once');
  const { code, stdout } = await waiting;
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^\\[IMPORTANT: Background process ${id} `));
  assert.equal(await stateOf(home, (await completionOf(client, id)).id), 'delivered');
});

test('--if-unheard leaves a session to whoever follows it already, and takes it when that one is gone', async () => {
  const first = listen(['--follow', '--session', 'two']);
  const args = ['inbox', '--once', '--if-unheard', '--session', 'two'];
  const heard = await ended('two');
  await until(() => first.text.includes(heard), 'the first to listen');
  assert.equal((await home.run(args)).code, 124, 'waits for nothing');
  first.child.kill();
  await first.closed;
  const id = await ended('two');
  assert.match((await home.run(args)).stdout, new RegExp(id));
});

test('--pid ends with that process', async () => {
  const agent = spawn('sleep', ['1000']);
  const listener = listen(['--follow', '--session', 'agent', '--pid', String(agent.pid)]);
  const id = await ended('agent');
  await until(() => listener.text.includes(id), 'its notification');
  agent.kill('SIGKILL');
  assert.deepEqual(await listener.closed, [0, null]);
  const gone = agent.pid ?? 0;
  await until(() => !isAlive(gone), 'the end of the agent');
  assert.equal((await home.run(['inbox', '--once', '--session', 'agent', '--pid', String(gone)])).code, 124);
});

test('the session of $RINGBACK_SESSION_FILE is followed where it goes', async () => {
  const file = join(home.folder, 'whose');
  writeFileSync(file, 'agent:first\n');
  const listener = listen(['--follow'], { RINGBACK_SESSION_FILE: file });
  const first = await ended('agent:first');
  await until(() => listener.text.includes(first), 'the first conversation');
  writeFileSync(file, 'agent:second\n');
  const second = await ended('agent:second');
  await until(() => listener.text.includes(second), 'the second conversation');
  const late = await ended('agent:first');
  listener.child.kill();
  await listener.closed;
  assert.ok(!listener.text.includes(late));
  assert.match(await home.ok('inbox', '--peek', '--session', 'agent:first'), new RegExp(late));
});

test('--once is for the session that it began with', async () => {
  const file = join(home.folder, 'whose-turn');
  writeFileSync(file, 'agent:third');
  const waiting = home.run(['inbox', '--once'], { env: { RINGBACK_SESSION_FILE: file } });
  await until(() => isHeard('agent:third'), 'it to listen');
  writeFileSync(file, 'agent:fourth');
  await ended('agent:fourth');
  const { code, stdout } = await waiting;
  assert.deepEqual([code, stdout], [124, '']);
});

test('--close ends what is pending and what is still to come, not what begins after', async () => {
  const pending = await ended('left');
  const running = await home.start('--notify', '--stdin', '--session', 'left', '--', 'read x');
  await home.ok('inbox', '--close', '--session', 'left');
  await home.ok('submit', running, '');
  await completionOf(client, running);
  const begun = await ended('left');
  const printed = await home.ok('inbox', '--session', 'left');
  assert.deepEqual(
    [pending, running, begun].map((id) => printed.includes(id)),
    [false, false, true],
  );
});

test('--monitor gives Claude Code what it takes: pieces in the size of its events, none lost', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.push(await ended('monitor', 'seq -s " line " 600'));
  const listener = listen(['--follow', '--monitor', '--session', 'monitor']);
  const events: string[] = [];
  listener.child.stdout.on('data', (chunk) => events.push(String(chunk)));
  await until(() => ids.every((id) => events.join('').includes(`process ${id} `)), 'all of them');
  // Printed first, acknowledged then.
  const states = async () =>
    Promise.all(ids.map(async (id) => stateOf(home, (await completionOf(client, id)).id)));
  await until(async () => (await states()).every((state) => state === 'delivered'), 'their delivery');
  listener.child.kill();
  await listener.closed;
  assert.equal(events.length, 2);
  for (const event of events) {
    assert.ok(event.length <= 3_000, `${event.length} characters`);
    for (const line of event.trimEnd().split('\n')) {
      assert.ok(line.length <= 500, `a line of ${line.length} characters`);
      assert.notEqual(line.trim(), '');
    }
  }
});

test('options that do not go together are refused', async () => {
  for (const args of [['--once', '--follow'], ['--wait', '1'], ['--monitor'], ['--close', '--peek']])
    assert.equal((await home.run(['inbox', '--session', 'x', ...args])).code, 2);
});

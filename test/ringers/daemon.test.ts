/** Through the daemon itself: what a tool's result promises, what the session reads meanwhile, and when it may leave. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliHome, isAlive, until } from '../cli/cli-home.ts';
import { endIt, mark, startEnding, stateOf } from '../daemon/ending-process.ts';
import { askJson } from '../daemon/http.ts';

/** An agent that can be called as long as the file `up` is there. */
function openHome(t: TestContext, config: object = {}) {
  const home = new CliHome((clean) => t.after(clean), config);
  const agent = join(home.folder, 'agent');
  const command = `test -e ${home.folder}/up || exit 75; cat >> ${agent}; echo "--" >> ${agent}`;
  return {
    home,
    client: home.client(),
    ringer: { kind: 'command', settings: { command } },
    up: () => writeFileSync(join(home.folder, 'up'), ''),
    turns: () => readFileSync(agent, { encoding: 'utf8', flag: 'a+' }).split('--\n').slice(0, -1),
  };
}

const toolCall = (session_key: string, more: object = {}) => ({
  arguments: { command: 'exit 3', background: true, notify_on_complete: true },
  session_key,
  workdir: '/',
  env: { PATH: String(process.env.PATH) },
  call_id: 'proc_00000000ca11',
  reach: 'ride' as const,
  ...more,
});

test('a call that brings its ringer along is promised a wake-up, and gets it', async (t) => {
  const { client, ringer, up, turns } = openHome(t);
  up();
  const { result } = await client.tools.call('terminal', toolCall('agent:1', { ringer }));
  assert.equal(result.delivery, 'wake');
  await until(() => turns().length === 1, 'the turn');
  assert.match(turns()[0] ?? '', new RegExp(`process ${result.session_id} exited .exit code 3.`));
  const { result: other } = await client.tools.call(
    'terminal',
    toolCall('agent:2', { call_id: 'proc_00000000ca12' }),
  );
  assert.equal(other.delivery, 'next_call');
});

test('promise 15: a daemon that is killed with something to ring comes back for it, though nothing runs', async (t) => {
  const { home, client, ringer, up, turns } = openHome(t);
  await client.ringers.set({ session_key: 'agent:1', ...ringer });
  const { session_id: id } = await startEnding(client, 'agent:1');
  await endIt(client, id);
  const waiting = async () => (await client.ringers.list())[0]?.rings[0]?.state === 'waiting';
  await until(waiting, 'a try that failed');
  await home.killDaemon();
  up();
  await until(() => turns().length === 1, 'the turn');
});

test('a daemon that leaves in peace is not brought back for what is to be rung', async (t) => {
  const { home, client, ringer } = openHome(t);
  await client.ringers.set({ session_key: 'agent:1', ...ringer });
  const { session_id: id } = await startEnding(client, 'agent:1');
  await endIt(client, id);
  const { pid } = await client.health();
  const reminders = () => remindersOf(pid);
  await until(() => reminders().length === 1, 'somebody who waits');
  const [reminder = 0] = reminders();
  await home.ok('daemon', 'stop');
  await until(() => !isAlive(reminder), 'the end of who waited');
});

/** Shells that wait for the death of this daemon. */
function remindersOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith('/bin/sh\0-c\0read -r word'),
    );
}

test('who waits for the end while it cannot be rung is not rung for it', async (t) => {
  const { client, ringer, up, turns } = openHome(t);
  await client.ringers.set({ session_key: 'agent:1', ...ringer });
  const { session_id: id } = await startEnding(client, 'agent:1');
  const { id: told } = await endIt(client, id);
  const waiting = async () => (await client.ringers.list())[0]?.rings[0]?.state === 'waiting';
  await until(waiting, 'a try that failed');
  await client.wait(id, { session_key: 'agent:1' });
  await client.notifications.notify('agent:1', { type: 'note', text: 'next' });
  up();
  await until(() => turns().length > 0, 'the next turn');
  assert.match(turns()[0] ?? '', /next/);
  const history = await client.notifications.history({ session_key: 'agent:1' });
  const state = (one: string) => history.find((other) => other.id === one)?.state;
  assert.equal(state(told), 'consumed');
  await until(async () => (await client.ringers.list())[0]?.pending === 0, 'the acknowledgement');
  assert.equal(turns().length, 1);
});

test('an idle daemon stays while somebody is to be rung, and leaves afterwards', async (t) => {
  const { client, ringer, up, turns } = openHome(t, { idleExitSeconds: 1 });
  await client.ringers.set({ session_key: 'agent:1', ...ringer });
  const { pid } = await client.health();
  await client.notifications.notify('agent:1', { type: 'note', text: 'hello' });
  await sleep(2_500);
  assert.ok(isAlive(pid), 'it stays');
  up();
  await until(() => turns().length === 1, 'the turn');
  await until(() => !isAlive(pid), 'its leave');
});

test('agent down when the command ends, and the daemon killed: the turn comes when both are back', async (t) => {
  const { home, client, ringer, up, turns } = openHome(t);
  await client.ringers.set({ session_key: 'agent:1', ...ringer });
  const { session_id: id } = await startEnding(client, 'agent:1');
  await endIt(client, id);
  await until(async () => (await client.ringers.list())[0]?.rings[0]?.attempts === 1, 'a try');
  const [before] = (await client.ringers.list())[0]?.rings ?? [];
  await home.killDaemon();
  const [after] = (await client.ringers.list())[0]?.rings ?? [];
  assert.equal(after?.id, before?.id);
  up();
  await until(() => turns().length === 1, 'the turn');
  await until(async () => (await client.ringers.list())[0]?.pending === 0, 'the acknowledgement');
  assert.equal(turns().length, 1);
});

/** As a program without our client: nobody says it again to the next daemon. */
async function setBusy(home: CliHome, busy: boolean, lease: number): Promise<void> {
  const body = JSON.stringify({ session_key: 'agent:1', busy, lease });
  assert.equal((await askJson(home.folder, 'POST', '/v1/sessions/busy', body)).status, 200);
}

test('promise 15: a daemon that is killed while a busy agent is to be rung comes back for it', async (t) => {
  const { home, client, ringer, up, turns } = openHome(t);
  up();
  await client.ringers.set({ session_key: 'agent:1', ...ringer });
  const { session_id: id } = await startEnding(client, 'agent:1');
  await setBusy(home, true, 3);
  const { id: told } = await endIt(client, id);
  assert.equal(await stateOf(home, told), 'pending');
  await home.killDaemon();
  await until(() => turns().length === 1, 'the turn, when its time is over');
});

test('a busy agent is not rung because the daemon was killed, but when it is idle', async (t) => {
  const { home, client, ringer, up, turns } = openHome(t);
  up();
  for (const session_key of ['agent:1', 'agent:2']) await client.ringers.set({ session_key, ...ringer });
  await setBusy(home, true, 600);
  const { session_id: id } = await startEnding(client, 'agent:1');
  await home.killDaemon();
  const { id: told } = await endIt(client, id);
  const other = await mark(client, 'agent:2');
  await until(async () => (await stateOf(home, other)) === 'delivered', 'the turn of another');
  assert.equal(await stateOf(home, told), 'pending');
  assert.equal(turns().length, 1, 'of another');
  assert.match(await home.ok('ring', 'ls'), /agent:1 .* the session is busy/);
  await setBusy(home, false, 600);
  await until(async () => (await stateOf(home, told)) === 'delivered', 'its turn');
  assert.match(turns()[1] ?? '', new RegExp(`process ${id} exited`));
});

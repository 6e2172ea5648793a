/** A delegate of our own, from its dispatch to what is told of it: real daemon, real program, a stand-in for the model. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireDelegationTask } from '../../src/wire/delegation.ts';
import { CliHome, until } from '../cli/cli-home.ts';
import { Model as StandIn } from '../testbed/model.ts';

const model = await StandIn.start();
model.models.push('tiny');
after(() => model.stop());
const config = { agentModel: 'mine', agentProviders: { mine: { baseUrl: `${model.url}/v1` } } };
const home = new CliHome(after, config);
const hasty = new CliHome(after, {
  ...config,
  delegateIdleSeconds: 2,
  delegateCallSeconds: 2,
  delegateGraceSeconds: 1,
});
const env = { PATH: String(process.env.PATH), HOME: home.folder };

const run = (command: string, more: object = {}) => [{ tool: 'terminal', input: { command, ...more } }];

async function send(goal: string, of = home): Promise<{ id: string; process: string; session: string }> {
  const session = `test:${goal}`;
  const request = { session_key: session, goal, env, workdir: home.folder };
  const sent = await of.client().delegations.send(request);
  assert.equal(sent.status, 'dispatched');
  return { id: sent.delegation_id, process: String(sent.tasks[0]?.session_id), session };
}

async function look(id: string, of = home): Promise<WireDelegationTask> {
  const [task] = (await of.client().delegations.get(id)).tasks;
  assert.ok(task);
  return task;
}

async function ended(id: string, of = home): Promise<WireDelegationTask> {
  await until(async () => (await look(id, of)).state === 'ended', `the end of ${id}`);
  return look(id, of);
}

/** What the session that sent it was told, as `type state`. */
async function told(session: string, of = home): Promise<string[]> {
  const all = await of.client().notifications.history({ session_key: session });
  return all.map(({ type }) => type);
}

test('a daemon that somebody stops stays away while a delegate works, which goes on with the next one', async () => {
  const go = join(home.folder, 'go-on');
  model.script('rest', [run(`until [ -e ${go} ]; do sleep 0.02; done`), 'Rested.']);
  const { id, session } = await send('rest a while');
  await until(async () => (await look(id)).progress?.startsWith('→ terminal') === true, 'its command');
  await home.ok('daemon', 'stop');
  // Nobody tells that nothing happens.
  await sleep(1_000);
  assert.equal((await home.run(['daemon', 'status'])).code, 1, 'it was not brought up again');
  writeFileSync(go, '');
  assert.deepEqual([(await ended(id)).status, await told(session)], ['completed', ['async_delegation']]);
});

test('it runs a command, hears a message meanwhile, and its last text is told once', async () => {
  const go = join(home.folder, 'go');
  model.script('measure', [
    run(`until [ -e ${go} ]; do sleep 0.02; done; echo "$RINGBACK_SESSION" > ${go}`),
    // A message has a command in the foreground go on in the background, whose end rings.
    'It is 7 metres.',
    'It is 7 metres.',
  ]);
  const { id, process, session } = await send('measure it');
  const { delegations } = home.client();
  await until(async () => (await look(id)).progress?.startsWith('→ terminal') === true, 'its command');
  await delegations.message(id, 'In metres, please.', { client_id: 'one' });
  await delegations.message(id, 'In metres, please.', { client_id: 'one' });
  // Another daemon goes on with it.
  await home.killDaemon();
  const log = async () => (await home.client().log(process)).output;
  await until(async () => (await log()).includes('← told: In metres, please.'), 'the message');
  writeFileSync(go, '');
  const { status, result, api_calls, model: name } = await ended(id);
  assert.deepEqual([status, result, name], ['completed', 'It is 7 metres.', 'mine/tiny']);
  assert.ok(Number(api_calls) >= 2);
  const heard = model
    .turnsOf('measure')
    .at(-1)
    ?.said.filter(({ text }) => /In metres/.test(text));
  assert.equal(heard?.length, 1);
  assert.deepEqual(await told(session), ['async_delegation']);
  const { exit_code } = await home.client().get(process);
  assert.equal(exit_code, 0);
  assert.ok(existsSync(join(home.folder, 'delegates', process, 'agent', 'conversations.db')));
});

test('interrupted it says what there is, and what it has started goes with it', async () => {
  model.script('search', [
    {
      pieces: ['I look everywhere.'],
      calls: run('sleep 300', { background: true, notify_on_complete: true }),
    },
    { begins: 'Perhaps', ends: 'never' },
  ]);
  const { id, process, session } = await send('search for it');
  await model.heard((request) => model.turnsOf('search').at(1) === request, 'the second step');
  await until(
    async () => (await home.client().list({ session_key: `delegate:${process}` })).processes.length > 0,
    'it',
  );
  await home.client().delegations.interrupt(id, { reason: 'Somebody found it.' });
  const { status, result, error } = await ended(id);
  assert.deepEqual([status, error], ['interrupted', 'It was interrupted. Somebody found it.']);
  assert.match(String(result), /^I look everywhere\./);
  await until(
    async () =>
      (await home.client().list({ session_key: `delegate:${process}`, ended: false })).processes.length === 0,
    'the end of what it started',
  );
  assert.deepEqual(await told(session), ['async_delegation']);
});

test('killed −9 its outcome is unknown, with what it had printed', async () => {
  model.script('fragile', [{ pieces: ['I am at it.'], calls: run('sleep 300') }]);
  const { id, process, session } = await send('fragile work');
  await until(async () => (await look(id)).progress?.startsWith('→ terminal') === true, 'its command');
  const { pid } = await home.client().get(process);
  globalThis.process.kill(Number(pid), 'SIGKILL');
  const { status, result, error } = await ended(id);
  assert.equal(status, 'unknown');
  assert.match(String(result), /I am at it\.\n→ terminal: sleep 300/);
  assert.match(String(error), /outcome is unknown/);
  assert.deepEqual(await told(session), ['async_delegation']);
});

test('without progress it has stalled; who waits for what will ring has not', async () => {
  model.script('dream', [{ begins: 'Zzz', ends: 'never' }]);
  model.script('patient', [
    run('sleep 4.5', { background: true, notify_on_complete: true }),
    'I wait.',
    'It was worth it.',
  ]);
  const waiting = await send('patient work', hasty);
  const { id, session } = await send('dream on', hasty);
  const { status, error } = await ended(id, hasty);
  assert.deepEqual([status, error], ['stalled', 'It made no progress for 2 seconds.']);
  assert.deepEqual(await told(session, hasty), ['async_delegation']);
  const { result, ...other } = await ended(waiting.id, hasty);
  assert.deepEqual([other.status, result], ['completed', 'It was worth it.'], other.error);
});

test('a kill leaves it a moment to say what there is', async () => {
  model.script('slow', [{ pieces: ['Half of it is done.'], calls: run('sleep 300') }]);
  const { id, process } = await send('slow work');
  await until(async () => (await look(id)).progress?.startsWith('→ terminal') === true, 'its command');
  await home.client().kill(process);
  const { status, result, error } = await ended(id);
  assert.deepEqual(
    [status, result, error],
    ['interrupted', 'Half of it is done.', 'It was ended from outside.'],
  );
});

test('it sends off a delegate of its own and is woken by it; that one may not', async () => {
  const follow = join(home.folder, 'follow');
  model.script('lead', [[{ tool: 'delegate', input: { goal: 'follow them' } }], 'Somebody follows them.']);
  // What wakes the first one has the goal in it.
  model.script('follow', [
    run(`until [ -e ${follow} ]; do sleep 0.02; done`),
    'They went home, I saw it.',
    'They went home.',
  ]);
  const { id, process } = await send('lead us');
  const { delegations } = home.client();
  const sentBy = async () => (await delegations.list()).find(({ parent }) => parent === process);
  await until(async () => (await sentBy()) !== undefined, 'the delegate that it sends');
  const { depth, delegation_id: inner = '' } = (await sentBy()) ?? {};
  await until(async () => (await look(inner)).progress?.startsWith('→') === true, 'its command');
  const { session_id, model: name } = await look(inner);
  assert.deepEqual([depth, name], [2, 'mine/tiny']);
  const further = { session_key: `delegate:${session_id}`, goal: 'go further', env };
  const refused = await delegations.send(further);
  assert.deepEqual([refused.status, refused.tasks], ['rejected', []]);
  assert.match(String(refused.error), /2 deep/);
  writeFileSync(follow, '');
  const { status, result } = await ended(id);
  assert.deepEqual([status, result], ['completed', 'They went home.']);
  const [first] = model.turnsOf('follow them');
  assert.ok(!first?.tools.includes('delegate'), 'a delegate of a delegate is offered no delegates');
  const heard = model
    .turnsOf('lead')
    .at(-1)
    ?.news.map(({ text }) => text);
  assert.match(String(heard), /ASYNC DELEGATION COMPLETE[\s\S]*They went home, I saw it/);
});

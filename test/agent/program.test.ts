import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newConversationId } from '../../src/base/ids.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { CliHome, until } from '../cli/cli-home.ts';
import { Model as StandIn } from '../testbed/model.ts';
import { Viewer } from './program/viewer.ts';

const standIn = await StandIn.start();
standIn.models.push('tiny');
after(() => standIn.stop());
const config = (more: object = {}) => ({
  agentModel: 'mine',
  agentProviders: { mine: { baseUrl: `${standIn.url}/v1` } },
  ...more,
});
const home = new CliHome(after, config());
const variables = { PATH: String(process.env.PATH) };

async function begin({ conversations } = home.client()): Promise<string> {
  return (await conversations.create({ cwd: '/tmp', variables })).conversation_id;
}

async function agentPid(of = home): Promise<number> {
  const [program] = (await of.client().health()).programs;
  const { pid } = await of.client().get(String(program?.session_id));
  return Number(pid);
}

test('viewers see the same, as it is said; killed −9 in the middle of a step, it is seen once', async (t) => {
  const client = home.client();
  const { conversations } = client;
  const id = await begin();
  standIn.script('greet', [{ begins: 'Hello wor', ends: 'never' }, 'Hello again.']);
  const [one, other] = [new Viewer(t, client, id, 0), new Viewer(t, client, id, 0)];
  const sent = await conversations.send(id, 'greet me', { client_id: 'mine' });
  assert.equal(sent.is_new, true);
  assert.deepEqual(await conversations.send(id, 'greet me', { client_id: 'mine' }), {
    ...sent,
    is_new: false,
  });
  await assert.rejects(conversations.send(id, 'another', { client_id: 'mine' }), { code: 'conflict' });
  for (const viewer of [one, other]) await viewer.until(({ text }) => text === 'Hello wor', 'what is said');
  const late = new Viewer(t, client, id, 0);
  await late.until(({ text }) => text === 'Hello wor', 'what was said before');
  assert.equal(late.events.filter(({ type }) => type === 'text').length, 1);

  const pid = await agentPid();
  process.kill(pid, 'SIGKILL');
  const all = ['person greet me', 'step Hello again.'];
  for (const viewer of [one, other, late]) {
    await viewer.idle('step Hello again.');
    assert.deepEqual(viewer.said, all);
    assert.deepEqual(viewer.sequences, [...new Set(viewer.sequences)], 'each change comes once');
  }
  assert.notEqual(await agentPid(), pid);
  assert.deepEqual(one.items, late.items);
  assert.equal(one.text, '');
  assert.equal(standIn.turnsOf('greet').length, 2);
});

test('promise 28: while a turn is under way the host must not sleep, nor the conversation be reset', async () => {
  const client = home.client();
  const id = await begin();
  standIn.script('think', [{ begins: 'Well', ends: 'never' }]);
  await client.conversations.send(id, 'think');
  await until(async () => (await client.active()).active, 'the turn');
  const expected = [{ reason: 'turn', session_id: null, session_key: id }];
  const whatIsActive = async (question = {}) =>
    (await client.active(question)).kept_awake_by.map(({ since: _, ...rest }) => rest);
  assert.deepEqual(await whatIsActive(), expected);
  assert.deepEqual(await whatIsActive({ session_key: id }), expected);
  assert.equal(await client.activeForSession(await begin()), false, 'another one');
  await client.conversations.stop(id);
  await until(async () => !(await client.active()).active, 'nothing to be under way');
  // Who cannot say is taken to be at work.
  const pid = await agentPid();
  process.kill(pid, 'SIGSTOP');
  try {
    assert.equal(await client.activeForSession(id), true);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  assert.equal(await client.activeForSession(id), false);
});

test('who comes back is told exactly what changed', async (t) => {
  const client = home.client();
  const { conversations } = client;
  const id = await begin();
  standIn.script('count', ['One.', 'Two.']);
  const first = new Viewer(t, client, id, 0);
  await conversations.send(id, 'count');
  await first.idle('step One.');
  await first.leave();
  const before = Math.max(...Array.from(first.items.values(), ({ sequence }) => sequence));
  const beyond = new Viewer(t, client, id, 1_000_000);
  await beyond.until(({ state }) => state !== undefined, 'how it stands');
  await conversations.send(id, 'count on');
  await until(async () => (await conversations.get(id)).state === 'idle', 'the second answer');
  const second = new Viewer(t, client, id, before);
  await second.idle('step Two.');
  assert.deepEqual(second.said, ['person count on', 'step Two.']);
  await beyond.idle('step Two.');
  assert.deepEqual(beyond.said, second.said, 'who asks for what is not there yet hears what comes next');
  const { items, sequence, more } = await conversations.items(id, { after: before });
  assert.deepEqual([items, sequence, more], [[...second.items.values()], second.state?.sequence, false]);
  const page = await conversations.items(id, { limit: 2 });
  assert.deepEqual([page.items.length, page.more], [2, true]);
  const [earliest] = page.items;
  const earlier = await conversations.items(id, { before_position: Number(earliest?.position) });
  assert.deepEqual(earlier.items, [...first.items.values()]);
});

test('a stopped turn ends for everybody, and the conversation goes on', async (t) => {
  const client = home.client();
  const { conversations } = client;
  const id = await begin();
  standIn.script('hang', [{ begins: 'Well', ends: 'never' }, 'Here I am.']);
  const viewer = new Viewer(t, client, id, 0);
  await conversations.send(id, 'hang');
  await viewer.until(({ text }) => text === 'Well', 'what is said');
  assert.equal((await conversations.stop(id)).state, 'idle');
  await viewer.idle('end stopped');
  await conversations.send(id, 'hang no more');
  await viewer.idle('step Here I am.');
});

test('a turn that is stopped while its model is away leaves no trouble behind', async () => {
  const { conversations } = home.client();
  const id = await begin();
  standIn.script('outage', [{ status: 503, headers: { 'retry-after': '60' }, error: { message: 'Away' } }]);
  await conversations.send(id, 'outage');
  await until(async () => (await conversations.get(id)).trouble !== undefined, 'the trouble');
  const { state, trouble } = await conversations.stop(id);
  assert.deepEqual([state, trouble], ['idle', undefined]);
});

test('who comes with other variables in the middle of a turn has them from the next one on, which rings at once', async (t) => {
  const { conversations } = home.client();
  const id = await begin();
  const folder = mkdtempSync(join(tmpdir(), 'ringback-agent-'));
  t.after(() => removeFolder(folder));
  const run = (command: string, more = {}) => [{ tool: 'terminal', input: { command, ...more } }];
  standIn.script('wait', [
    run('true', { background: true, notify_on_complete: true }),
    run(`while [ ! -e ${folder}/go ]; do sleep 0.02; done`),
    'It is done.',
    run(`echo "$WHO" > ${folder}/who`),
    'Heard.',
  ]);
  const viewer = new Viewer(t, home.client(), id, 0);
  await conversations.send(id, 'wait for it');
  await until(() => standIn.turnsOf('wait').length === 2, 'the second call');
  // The daemon has asked whether it may be told, and asks again only after a while.
  await until(
    async () => (await home.client().notifications.history({ session_key: id })).length > 0,
    'its end',
  );
  await conversations.open(id, { variables: { ...variables, WHO: 'the second' } });
  writeFileSync(join(folder, 'go'), '');
  await viewer.until(({ said }) => said.includes('step It is done.'), 'the end of the turn');
  const ended = Date.now();
  await viewer.until(({ said }) => said.some((one) => one.startsWith('ring ')), 'what rang');
  assert.ok(Date.now() - ended < 3_000, `it rang after ${Date.now() - ended} ms`);
  await viewer.idle('step Heard.');
  assert.equal(readFileSync(join(folder, 'who'), 'utf8'), 'the second\n');
});

test('where an earlier cd led is asked about, also after a crash', async (t) => {
  const rules = { agentApproval: 'rules', agentAllow: ['terminal(cd *)', 'terminal(pwd)'] };
  const file = join(home.folder, 'config.json');
  writeFileSync(file, JSON.stringify(config(rules)));
  t.after(() => writeFileSync(file, JSON.stringify(config())));
  const { conversations } = home.client();
  const id = await begin();
  const run = (command: string) => ({ tool: 'terminal', input: { command } });
  standIn.script('roam', [[run('pwd'), run('cd /usr'), run('pwd')], 'Back.']);
  const viewer = new Viewer(t, home.client(), id, 0);
  await conversations.send(id, 'roam');
  const question = async () => (await conversations.approvals(id)).map((one) => [one.input, one.runs_in]);
  await until(async () => (await question()).length > 0, 'the question');
  assert.deepEqual(await question(), [[{ command: 'pwd' }, '/usr']]);
  process.kill(await agentPid(), 'SIGKILL');
  await until(async () => (await question().catch(() => [])).length > 0, 'the question again');
  const [asked] = await conversations.approvals(id);
  assert.equal(asked?.runs_in, '/usr');
  await conversations.answer(id, { call_id: String(asked?.call_id), answer: 'allow', by: 'me' });
  await viewer.idle('step Back.');
  const outputs = standIn
    .turnsOf('roam')
    .at(-1)
    ?.news.map(({ text }) => JSON.parse(text).output.trim());
  assert.deepEqual(outputs, ['/tmp', '', '/usr']);
});

test('who comes for one answer leaves it hearing: at once where others look at it, else after the answer', async (t) => {
  const { conversations } = home.client();
  const id = await begin();
  standIn.script('once', ['First.', 'Second.']);
  assert.equal((await conversations.open(id, { variables, hears: false })).hears, false);
  await conversations.send(id, 'once');
  await until(async () => (await conversations.get(id)).hears, 'it hears again');
  const viewer = new Viewer(t, home.client(), id, 0);
  await viewer.idle('step First.');
  assert.equal((await conversations.open(id, { variables, hears: false })).hears, true);
  await conversations.send(id, 'once more');
  await viewer.idle('step Second.');
  assert.equal(viewer.state?.hears, true);
});

test('without a model it says what to do, keeps what is said, and goes on when somebody brings one', async (t) => {
  const provider = { baseUrl: `${standIn.url}/v1`, apiKeyEnv: 'MINE_KEY' };
  const own = new CliHome((clean) => t.after(clean), config({ agentProviders: { mine: provider } }));
  const { conversations } = own.client();
  standIn.script('key', ['I have it.']);
  const created = await conversations.create({ cwd: '/tmp', variables });
  const id = created.conversation_id;
  assert.equal(created.state, 'trouble');
  assert.match(String(created.trouble?.message), /MINE_KEY/);
  await conversations.send(id, 'the key');
  assert.equal((await conversations.get(id)).state, 'trouble');
  await assert.rejects(conversations.open(id, { model: 'nobody/x' }), /No provider is called nobody/);
  const viewer = new Viewer(t, own.client(), id, 0);
  await conversations.open(id, { variables: { ...variables, MINE_KEY: 'sk-1' } });
  await viewer.idle('step I have it.');
});

test('what cannot begin, because its settings cannot be read, begins once they can', async (t) => {
  const own = new CliHome((clean) => t.after(clean), config());
  const { conversations } = own.client();
  const settings = join(own.folder, 'config.json');
  const good = readFileSync(settings);
  await conversations.list();
  standIn.script('mend', ['It is mended.']);
  writeFileSync(settings, '{');
  const id = newConversationId();
  await assert.rejects(conversations.create({ conversation_id: id, cwd: '/tmp', variables }), /config\.json/);
  await conversations.send(id, 'mend it');
  await until(async () => (await conversations.get(id)).trouble !== undefined, 'the trouble');
  assert.notEqual((await conversations.get(id)).trouble?.retry_at, null);
  const viewer = new Viewer(t, own.client(), id, 0);
  writeFileSync(settings, good);
  await viewer.idle('step It is mended.');
});

test('idle it uses no processor, and it leaves when nobody has come for a while', async (t) => {
  const busy = () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(stat[11]) + Number(stat[12]);
  };
  const pid = await agentPid();
  // What the calls before it have left is cleaned up first.
  await until(async () => {
    const used = busy();
    await sleep(1_000);
    return busy() - used <= 1;
  }, 'a second in which it uses a hundredth of the processor at most');

  const own = new CliHome((clean) => t.after(clean), config({ agentIdleSeconds: 1 }));
  const client = own.client();
  const id = await begin(client);
  const left = async () => (await client.list({ system: true, ended: true })).processes[0];
  await until(async () => (await left())?.status === 'exited', 'it leaves');
  assert.equal((await left())?.exit_code, 0);
  assert.equal((await client.conversations.get(id)).conversation_id, id);
});

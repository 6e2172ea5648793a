import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBinding } from '../../src/ringers/describe.ts';
import { checkRinger, testRing } from '../../src/ringers/test-ring.ts';
import { Agent, admitted, isDown, isWrong, OTHER, RingHome, SESSION, until } from './ring-home.ts';

const forever = { ...isDown, againInMs: 3_600_000 } as typeof isDown;

test('a session whose key fits a pattern of the configuration is rung by it', async (t) => {
  const agent = new Agent();
  const home = new RingHome(t, {
    ringers: [{ session: 'test:*', kind: agent.kind, settings: { place: 'rule' } }],
  });
  const board = await home.openBoard();
  await home.settled(home.tellSession('hello').id);
  assert.deepEqual(agent.tries[0]?.settings, { place: 'rule' });
  assert.deepEqual([board.has(OTHER), board.has('else:1')], [true, false]);
});

test('a rule with a mistake is no promise, is told, and hides nobody else', async (t) => {
  const agent = new Agent();
  const home = new RingHome(t, {
    ringers: [
      { session: SESSION, kind: agent.kind, settings: { colour: 'red' } },
      { session: OTHER, kind: 'made-up', settings: { token: 'hunter22' } },
    ],
  });
  const board = await home.openBoard();
  assert.deepEqual([board.has(SESSION), board.has(OTHER)], [false, false]);
  await until(() => board.problem(OTHER) !== '', 'the problem');
  assert.match(board.problem(SESSION), /unknown parameter "colour"/);
  assert.match(
    String(home.reported[0]),
    /test:one cannot be rung by scripted-\d+: unknown parameter "colour"/,
  );
  home.bind(agent, { session: 'test:fine' });
  const shown = await Promise.all(
    board.bindings().map((one) => describeBinding(one, board, home.host.notifier)),
  );
  assert.deepEqual(
    shown.map(({ session_key, problem, settings }) => [session_key, problem, settings]),
    [
      ['test:fine', undefined, {}],
      [SESSION, board.problem(SESSION), { colour: 'red' }],
      [OTHER, 'There is no ringer "made-up".', {}],
    ],
  );
  const steps = await checkRinger(board, OTHER, new AbortController().signal);
  assert.deepEqual(
    steps.map((step) => step.isFine),
    [true, false],
  );
  home.tellSession('hello', OTHER);
  assert.equal(board.isBusy, false, 'a daemon does not stay for what cannot be rung');
  // Mended, it is told what has waited.
  const { id } = home.tellSession('hello');
  home.bind(agent);
  await home.settled(id);
});

test('what was pending before there was a ringer is rung as soon as there is one', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  const board = await home.openBoard();
  const { id } = home.tellSession('hello');
  assert.equal(board.has(SESSION), false);
  board.register(SESSION, { kind: agent.kind, settings: {} });
  assert.equal(board.has(SESSION), true);
  await home.settled(id);
  board.register(OTHER, { kind: 'made-up', settings: {} });
  assert.equal(board.has(OTHER), false);
});

test('other settings let what was given up be tried again, as it was', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [isWrong];
  home.bind(agent);
  const { id } = home.tellSession('hello');
  await home.ring('dead');
  home.bind(agent, { settings: { place: 'there' } });
  await home.settled(id);
  assert.deepEqual(
    agent.tries.map((ring) => [ring.id, ring.settings]),
    [
      [agent.tries[0]?.id, { place: 'here' }],
      [agent.tries[0]?.id, { place: 'there' }],
    ],
  );
});

test('an agent that calls is there: what waits is tried at once', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  const board = await home.openBoard();
  agent.answers = [forever];
  home.bind(agent, { origin: 'agent' });
  const { id } = home.tellSession('hello');
  await home.ring('waiting');
  board.register(SESSION, { kind: agent.kind, settings: {} });
  await home.settled(id);
  assert.equal(agent.tries.length, 2);
});

test('a retry leaves alone what is just being tried', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent('none');
  const board = await home.openBoard();
  const answer = Promise.withResolvers<typeof admitted>();
  agent.answers = [isWrong, answer.promise];
  home.bind(agent);
  const lost = home.tellSession('lost');
  await home.ring('dead');
  const next = home.tellSession('next');
  await agent.rung(2);
  assert.equal(board.retry(SESSION), 1);
  assert.equal(agent.tries.length, 2);
  answer.resolve(admitted);
  for (const one of [lost, next]) await home.settled(one.id);
  assert.deepEqual([agent.tries.length, agent.isAborted], [3, false]);
});

test('without its ringer a session is no longer rung, and what waits is free for another way', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  const board = await home.openBoard();
  agent.answers = [forever];
  home.bind(agent);
  const { id } = home.tellSession('hello');
  await home.ring('waiting');
  assert.equal(board.isBusy, true);
  assert.ok(board.remove(SESSION));
  assert.deepEqual([board.rings(), board.isBusy, board.has(SESSION)], [[], false, false]);
  await until(() => !home.host.notifier.dispatcher.hasSubscriber(SESSION), 'the end of the line');
  assert.deepEqual(
    home.host.notifier.dispatcher.drain(SESSION)?.notifications.map((one) => one.id),
    [id],
  );
  assert.equal(board.remove(SESSION), false);
});

test('a session that moves takes its rings along, and one that is being tried is not tried twice', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent('none');
  const board = await home.openBoard();
  const answer = Promise.withResolvers<typeof admitted>();
  agent.answers = [isWrong, answer.promise];
  home.bind(agent);
  const lost = home.tellSession('lost');
  await home.ring('dead');
  const tried = home.tellSession('tried');
  await agent.rung(2);
  const later = home.tellSession('later');
  board.moveSession(SESSION, OTHER, () => home.host.notifier.moveSession(SESSION, OTHER));
  answer.resolve(admitted);
  for (const one of [tried, later]) await home.settled(one.id);
  assert.deepEqual([board.has(SESSION), board.has(OTHER)], [false, true]);
  assert.deepEqual(
    agent.tries.map(({ session, notifications }) => [session, notifications.map((one) => one.id)]),
    [
      [SESSION, [lost.id]],
      [SESSION, [tried.id]],
      [OTHER, [later.id]],
    ],
  );
  assert.equal(board.retry(OTHER), 1);
  await home.settled(lost.id);
});

test('what waits survives the daemon, the same to the letter; what has ended stays ended', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [forever];
  home.bind(agent);
  const { id } = home.tellSession('hello');
  const before = await home.ring('waiting');
  const board = await home.reopenBoard();
  const more = home.tellSession('more');
  assert.deepEqual(
    board.rings().map((ring) => [ring.id, ring.text, ring.attempts]),
    [[before.id, before.text, 1]],
  );
  assert.equal(board.retry(SESSION), 1);
  for (const one of [id, more.id]) await home.settled(one);
  assert.deepEqual(
    agent.tries.map((ring) => ring.id === before.id && ring.text === before.text),
    [true, true, false],
  );
  await home.reopenBoard();
  await home.settled(home.tellSession('last').id);
  assert.equal(agent.tries.length, 4);
});

test('a daemon that leaves lets a try end for a second, and then cuts it off', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent('reconcile');
  await home.openBoard();
  const answer = Promise.withResolvers<typeof admitted>();
  agent.answers = [answer.promise, Promise.withResolvers<typeof admitted>().promise];
  home.bind(agent);
  const { id } = home.tellSession('hello');
  await agent.rung(1);
  const cut = home.tellSession('cut off');
  const closing = home.close();
  answer.resolve(admitted);
  await closing;
  assert.deepEqual([agent.isAborted, agent.tries.length], [false, 1], 'nothing new is begun');
  await home.openBoard();
  assert.equal(home.host.notifier.find(id)?.state, 'delivered');
  await agent.rung(2);
  await home.close();
  assert.equal(agent.isAborted, true);
  await home.openBoard();
  await home.settled(cut.id);
  assert.deepEqual([agent.tries.length, agent.looks.length], [3, 1], 'looked for, then rung');
});

test('a daemon must not leave while somebody is to be rung, also when the session is busy', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  const board = await home.openBoard();
  home.bind(agent);
  assert.equal(board.isBusy, false);
  home.host.notifier.dispatcher.busy.set(SESSION, true);
  const { id } = home.tellSession('hello');
  assert.equal(board.isBusy, true);
  home.tellSession('nobody can be rung there', OTHER);
  home.host.notifier.dispatcher.busy.set(SESSION, false);
  await home.settled(id);
  await until(() => !board.isBusy, 'the end of it');
  agent.answers = [isWrong];
  home.tellSession('lost');
  await home.ring('dead');
  assert.equal(board.isBusy, false, 'what was given up waits for a person');
});

test('a check looks at the agent without ringing it, and a test rings it once', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  const board = await home.openBoard();
  const { signal } = new AbortController();
  await assert.rejects(checkRinger(board, SESSION, signal), /test:one has no ringer/);
  home.bind(agent);
  assert.deepEqual(
    (await checkRinger(board, SESSION, signal)).map(({ name, isFine }) => [name, isFine]),
    [
      ['ringer', true],
      ['agent', true],
    ],
  );
  assert.equal(agent.tries.length, 0);
  const steps = await testRing(board, home.host.notifier, { session: SESSION, seconds: 5 }, signal);
  assert.deepEqual(steps.at(-1)?.name, 'ring');
  assert.match(steps.at(-1)?.detail ?? '', /^delivered \(ntf_/);
  assert.equal(agent.tries.length, 1);
  assert.match(agent.texts[0] ?? '', /test of Ringback/);
});

test('a test that fails says why, and leaves nothing behind', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  const board = await home.openBoard();
  home.bind(agent);
  const { signal } = new AbortController();
  const last = async (seconds: number) =>
    (await testRing(board, home.host.notifier, { session: SESSION, seconds }, signal)).at(-1);
  agent.answers = [isWrong];
  assert.match((await last(5))?.detail ?? '', /^no such session; the test ring was dismissed/);
  agent.answers = [forever];
  assert.match((await last(0.2))?.detail ?? '', /^it is down; the test ring was dismissed/);
  assert.deepEqual(home.host.notifier.ledger.history({ isOpen: true }), []);
  assert.deepEqual(board.rings(), []);
});

test('a check that hangs is ended', async (t) => {
  const home = new RingHome(t);
  const gone = new AbortController();
  const agent = new Agent('native', { check: () => new Promise(() => {}) });
  const board = await home.openBoard();
  home.bind(agent);
  const checking = checkRinger(board, SESSION, gone.signal);
  gone.abort();
  assert.equal((await checking).at(-1)?.isFine, false);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, admitted, isDown, isWrong, OTHER, RingHome, SESSION, until, wasCutOff } from './ring-home.ts';

test('the end of a process is one turn of the agent that started it', async (t) => {
  const home = new RingHome(t);
  const [agent, other] = [new Agent(), new Agent()];
  await home.openBoard();
  home.bind(agent);
  home.bind(other, { session: OTHER });
  const { id } = await home.run('echo done; exit 3', { notifyOnComplete: true });
  await agent.rung(1);
  const [ring] = agent.tries;
  assert.match(ring?.id ?? '', /^ring_[0-9a-f]{12}$/);
  assert.match(ring?.text ?? '', new RegExp(`process ${id} exited .exit code 3`));
  assert.deepEqual(
    ring?.notifications.map((one) => one.type),
    ['completion'],
  );
  await home.settled(String(ring?.notifications[0]?.id));
  assert.deepEqual(home.switchboard.rings(), []);
  assert.deepEqual(other.tries, []);
});

test('one turn at a time; what comes meanwhile is the next, as one', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  const first = Promise.withResolvers<typeof admitted>();
  agent.answers = [first.promise];
  home.bind(agent);
  const one = home.tellSession('one');
  await agent.rung(1);
  const more = ['two', 'three', 'four'].map((text) => home.tellSession(text));
  first.resolve(admitted);
  for (const { id } of [one, ...more]) await home.settled(id);
  assert.equal(agent.tries.length, 2);
  assert.deepEqual(
    agent.tries.map((ring) => ring.notifications.map(({ id }) => id)),
    [[one.id], more.map(({ id }) => id)],
  );
  for (const text of ['two', 'three', 'four']) assert.match(agent.texts[1] ?? '', new RegExp(text));
});

test('an agent that is busy gets everything as one when it is idle, but not what it has read meanwhile', async (t) => {
  const home = new RingHome(t);
  const idle = Promise.withResolvers<void>();
  let asked = 0;
  const agent = new Agent('native', {
    whenIdle: () => {
      asked += 1;
      return idle.promise;
    },
  });
  await home.openBoard();
  home.bind(agent);
  const { id } = await home.run('exit 3', { notifyOnComplete: true });
  await until(() => asked === 1, 'the question whether it is idle');
  const later = [home.tellSession('one'), home.tellSession('two')];
  home.host.notifier.noteAct(id, SESSION, 'wait_exited');
  idle.resolve();
  for (const one of later) await home.settled(one.id);
  assert.deepEqual(
    agent.tries.map((ring) => ring.notifications.map((one) => one.id)),
    [later.map((one) => one.id)],
  );
});

test('an agent that was busy and has read everything meanwhile is not rung, and hears what comes later', async (t) => {
  const home = new RingHome(t);
  const idle = Promise.withResolvers<void>();
  const asked: string[] = [];
  const agent = new Agent('native', {
    whenIdle: async (_, session) => {
      asked.push(session);
      await idle.promise;
    },
  });
  await home.openBoard();
  home.bind(agent);
  const { id } = home.tellSession('old');
  await until(() => asked.length === 1, 'the question');
  home.host.notifier.dismiss([id]);
  idle.resolve();
  const { id: next } = home.tellSession('new');
  await home.settled(next);
  assert.deepEqual(
    agent.tries.map((ring) => ring.notifications.map((one) => one.id)),
    [[next]],
  );
});

test('an agent that is down is tried again, the same to the letter, until it is back', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [isDown, isDown];
  home.bind(agent);
  const { id } = home.tellSession('hello');
  const waiting = await home.ring('waiting');
  assert.equal(waiting.reason, 'it is down');
  await home.settled(id);
  assert.equal(agent.tries.length, 3);
  assert.deepEqual(
    agent.tries.map((ring) => ring.attempts),
    [0, 1, 2],
  );
  const same = agent.tries.map(({ id: ring, text, notifications }) => ({ ring, text, notifications }));
  assert.deepEqual(same, [same[0], same[0], same[0]]);
});

test('an agent that asks for time is given it', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [{ ...isDown, againInMs: 60_000 } as typeof isDown];
  home.bind(agent);
  home.tellSession('hello');
  const { nextAt } = await home.ring('waiting');
  assert.ok(nextAt > Date.now() + 50_000);
});

test('promise 13: where one can look, what may have arrived is looked for, and not rung again when it has', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent('reconcile');
  await home.openBoard();
  agent.answers = [wasCutOff];
  agent.found = 'present';
  home.bind(agent);
  const { id } = home.tellSession('hello');
  await home.settled(id);
  assert.deepEqual([agent.tries.length, agent.looks.length], [1, 1]);
  assert.equal(agent.looks[0]?.id, agent.tries[0]?.id);
});

test('promise 13: where one can look and it has not arrived, it is rung again under the same id', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent('reconcile');
  await home.openBoard();
  agent.answers = [wasCutOff];
  home.bind(agent);
  await home.settled(home.tellSession('hello').id);
  assert.deepEqual([agent.tries.length, agent.looks.length], [2, 1]);
  assert.equal(agent.tries[0]?.id, agent.tries[1]?.id);
});

test('promise 13: never a blind retry where one can look and the agent cannot tell', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent('reconcile');
  await home.openBoard();
  agent.answers = [wasCutOff];
  agent.found = 'unknown';
  home.bind(agent);
  const { id } = home.tellSession('hello');
  await until(() => agent.looks.length === 2, 'two looks');
  assert.equal(agent.tries.length, 1);
  // Also not when a person asks for it.
  assert.equal(home.switchboard.retry(SESSION), 1);
  await until(() => agent.looks.length === 3, 'another look');
  assert.equal(agent.tries.length, 1);
  agent.found = 'present';
  home.switchboard.retry(SESSION);
  await home.settled(id);
  assert.equal(agent.tries.length, 1);
});

test('what may have arrived is tried blindly three times at most, and then waits for a person', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent('none');
  await home.openBoard();
  agent.answers = [wasCutOff, wasCutOff, wasCutOff];
  home.bind(agent);
  const { id } = home.tellSession('hello');
  const dead = await home.ring('dead');
  assert.equal(agent.tries.length, 3);
  assert.match(dead.reason, /the connection broke; it may have arrived, and was tried 3 times/);
  assert.equal(home.host.notifier.find(id)?.state, 'sent');
});

test('a ringer that throws is one whose ring may have arrived', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [new Error('a mistake')];
  home.bind(agent);
  const { id } = home.tellSession('hello');
  assert.equal((await home.ring('uncertain')).reason, 'a mistake');
  await home.settled(id);
});

test('what is refused for good stays visible, keeps nobody else back, and is tried again when asked', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [isWrong];
  home.bind(agent);
  const lost = home.tellSession('lost');
  const dead = await home.ring('dead');
  assert.deepEqual([dead.reason, dead.attempts], ['no such session', 1]);
  await home.settled(home.tellSession('next').id);
  assert.deepEqual(agent.tries[1]?.notifications.length, 1, 'what was given up is no part of another turn');
  assert.equal(home.switchboard.retry(SESSION), 1);
  await home.settled(lost.id);
  assert.deepEqual([agent.tries[2]?.id, agent.tries[2]?.text], [dead.id, dead.text]);
  assert.deepEqual(home.switchboard.rings(), []);
});

test('what was given up and then dismissed is gone', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [isWrong];
  home.bind(agent);
  const { id } = home.tellSession('lost');
  await home.ring('dead');
  home.host.notifier.dismiss([id]);
  assert.deepEqual(home.switchboard.rings(), []);
  assert.equal(home.switchboard.retry(SESSION), 0);
});

test('what was given up can still be read in another way', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [isWrong];
  home.bind(agent);
  const { id } = home.tellSession('lost');
  await home.ring('dead');
  assert.deepEqual(
    home.host.notifier.dispatcher.drain(SESSION)?.notifications.map((one) => one.id),
    [id],
  );
  assert.deepEqual(home.switchboard.rings(), []);
});

test('what the session has read meanwhile it is not rung for, and it hears what comes later', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [isDown];
  home.bind(agent);
  const { id } = await home.run('exit 3', { notifyOnComplete: true });
  await home.ring('waiting');
  home.host.notifier.noteAct(id, SESSION, 'wait_exited');
  assert.deepEqual(home.switchboard.rings(), []);
  const { id: next } = home.tellSession('next');
  await home.settled(next);
  assert.deepEqual(
    agent.tries.map((ring) => ring.notifications.length),
    [1, 1],
  );
  assert.equal(agent.tries[1]?.notifications[0]?.id, next);
});

test('while a ring is under way nothing of it goes another way', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [{ ...isDown, againInMs: 60_000 } as typeof isDown];
  home.bind(agent);
  home.tellSession('hello');
  await home.ring('waiting');
  assert.equal(home.host.notifier.dispatcher.drain(SESSION), null);
  assert.equal(home.host.notifier.dispatcher.lease(SESSION), null);
  await home.reopenBoard();
  assert.equal(home.host.notifier.dispatcher.drain(SESSION), null);
});

test('secrets are not in what is shown of a failure', async (t) => {
  const home = new RingHome(t);
  const agent = new Agent();
  await home.openBoard();
  agent.answers = [{ outcome: 'refused', reason: 'no: Bearer hunter22 is wrong', isPermanent: true }];
  home.bind(agent, { settings: { token: 'hunter22' } });
  home.tellSession('hello');
  assert.equal((await home.ring('dead')).reason, 'no: Bearer … is wrong');
});

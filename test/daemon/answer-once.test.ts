import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { answerOnce } from '../../src/daemon/answer-once.ts';
import { type Home, openHome } from '../../src/home/open.ts';

async function open(t: TestContext): Promise<Home> {
  const home = mkdtempSync(join(tmpdir(), 'ringback-answer-'));
  const host = await openHome({ home });
  t.after(async () => {
    await host.engine.killAll({ graceMs: 100 });
    await host.close();
    removeFolder(home);
  });
  return host;
}

/** A wait by the process's own session, up to the moment in which its answer would go out. */
async function waitToTheAnswer({ engine, notifier }: Home) {
  const session = 's';
  const { id } = await engine.start({
    command: 'read x; exit 3',
    cwd: '/',
    env: {},
    shell: '/bin/sh',
    stdin: true,
    session,
    notifyOnComplete: true,
  });
  const answering = answerOnce({ engine, notifier, id, session }, async () => {
    const result = await engine.wait(id);
    return { body: { status: result.status }, act: 'wait_exited' };
  });
  await engine.submit(id, '');
  const answer = await answering;
  assert.ok('body' in answer);
  return { id, answer };
}

test('while the answer is on its way the session is not told in another way', async (t) => {
  const host = await open(t);
  const { id, answer } = await waitToTheAnswer(host);
  assert.equal(host.notifier.ledger.history({ processId: id })[0]?.state, 'pending');
  assert.equal(host.notifier.dispatcher.drain('s'), null);
  answer.settled?.(true);
  assert.equal(host.notifier.dispatcher.drain('s'), null);
  const [completion] = host.notifier.ledger.history({ processId: id });
  assert.deepEqual([completion?.state, completion?.rule], ['consumed', 'wait_exited']);
});

test('promise 14: when the connection broke before, the notification goes out after all', async (t) => {
  const host = await open(t);
  const stop = new AbortController();
  t.after(() => stop.abort());
  const turns = host.notifier.dispatcher.subscribe('s', stop.signal);
  const heard = turns.next();
  const { id, answer } = await waitToTheAnswer(host);
  answer.settled?.(false);
  const { value: turn } = await heard;
  assert.equal(turn?.notifications[0]?.processId, id);
});

test('what it prints before its end goes out while its session waits', async (t) => {
  const { engine, notifier } = await open(t);
  const stop = new AbortController();
  t.after(() => stop.abort());
  const turns = notifier.dispatcher.subscribe('s', stop.signal);
  const request = {
    cwd: '/',
    env: {},
    shell: '/bin/sh',
    stdin: true,
    session: 's',
    watchPatterns: ['READY'],
  };
  const { id } = await engine.start({ command: 'read x; echo READY; read y', ...request });
  const answering = answerOnce({ engine, notifier, id, session: 's' }, async () => {
    await engine.wait(id);
    return { body: {}, act: 'wait_exited' };
  });
  await engine.submit(id, '');
  assert.equal((await turns.next()).value?.notifications[0]?.type, 'watch_match');
  await engine.submit(id, '');
  await answering;
});

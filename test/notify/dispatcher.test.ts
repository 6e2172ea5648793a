import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from '../../src/home/open.ts';
import type { Turn } from '../../src/notify/taker.ts';
import type { OtherEvent } from '../../src/wire/events.ts';
import { fates, NotifyHome, OTHER, SESSION, whenTold } from './notify-home.ts';

function hand(host: Home, text: string, session = SESSION): string {
  const event: OtherEvent = { type: 'note', session_key: session, text };
  return host.notifier.notify(session, event).id;
}

function idsOf(turn: Turn | null | undefined): string[] {
  return turn?.notifications.map((one) => one.id) ?? [];
}

test('a turn that waits behind another comes when the first is acknowledged', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen(SESSION, { acknowledges: false });
  const first = hand(host, 'first');
  await listener.has(1);
  const more = [hand(host, 'second'), hand(host, 'third')];
  assert.equal(listener.turns.length, 1, 'one turn at a time');
  host.notifier.dispatcher.acknowledge([first]);
  await listener.has(3);
  assert.deepEqual(idsOf(listener.turns[1]), more, 'what came meanwhile goes out as one, in order');
});

test('a subscriber that acknowledges in its loop gets every turn', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const ids = [hand(host, 'first')];
  const turns: string[][] = [];
  for await (const turn of host.notifier.dispatcher.subscribe(SESSION, t.signal)) {
    turns.push(idsOf(turn));
    if (turns.length === 5) break;
    ids.push(hand(host, 'the next'));
    host.notifier.dispatcher.acknowledge(idsOf(turn));
  }
  assert.deepEqual(
    turns,
    ids.map((id) => [id]),
  );
});

test('a subscription that is over before it began gives nothing and takes nothing', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  hand(host, 'for somebody else');
  const gone = host.notifier.dispatcher.subscribe(SESSION, AbortSignal.abort());
  assert.deepEqual(await gone.next(), { done: true, value: undefined });
  await home.listen().has(1);
});

test('promise 13: a turn that was not acknowledged comes again with the same ids, to the next subscriber and the next engine', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const ids = [hand(host, 'first')];
  const first = home.listen(SESSION, { acknowledges: false });
  await first.has(1);
  const second = home.listen(SESSION, { acknowledges: false });
  await first.leave();
  await second.has(1);
  const next = await home.reopen();
  const third = home.listen();
  await third.has(1);
  assert.deepEqual(
    [first, second, third].map((one) => idsOf(one.turns[0])),
    [ids, ids, ids],
  );
  assert.equal(next.notifier.ledger.history()[0]?.state, 'delivered');
  await third.leave();
  await home.reopen();
  assert.equal(home.host.notifier.dispatcher.drain(SESSION), null, 'acknowledged is told for good');
});

test('promise 12: acknowledged, dismissed or unknown, a second time nothing changes', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const delivered = hand(host, 'to be told');
  assert.deepEqual(idsOf(host.notifier.dispatcher.lease(SESSION)), [delivered]);
  assert.equal(host.notifier.dispatcher.acknowledge([delivered, 'ntf_unknown']), 1);
  assert.equal(host.notifier.dispatcher.acknowledge([delivered]), 0);
  assert.equal(host.notifier.dismiss([delivered]), 0);
  const dismissed = hand(host, 'to be dismissed');
  assert.equal(host.notifier.dismiss([dismissed]), 1);
  assert.equal(host.notifier.dispatcher.acknowledge([dismissed]), 0);
  assert.equal(host.notifier.dispatcher.drain(SESSION), null);
  assert.deepEqual(
    host.notifier.ledger.history().map((one) => one.state),
    ['dismissed', 'delivered'],
  );
});

test('while a session is busy its notifications wait, and then go out as one turn', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const neighbour = home.listen(OTHER);
  host.notifier.dispatcher.busy.set(SESSION, true);
  const processes = await Promise.all(
    [1, 2, 3].map((n) => home.run(`echo ${n}`, { notifyOnComplete: true })),
  );
  await Promise.all(processes.map(({ id }) => host.engine.wait(id)));
  hand(host, 'for somebody who is not busy', OTHER);
  await neighbour.has(1);
  assert.equal(listener.turns.length, 0);
  host.notifier.dispatcher.busy.set(SESSION, false);
  await listener.has(3);
  assert.equal(listener.turns.length, 1);
  assert.equal(listener.turns[0]?.text.match(/^\[IMPORTANT: /gm)?.length, 3);
});

test('a fetched turn that nobody acknowledges comes again when its lease is over', async (t) => {
  const home = new NotifyHome(t, { leaseMs: 100 });
  const host = await home.open();
  const id = hand(host, 'first');
  assert.deepEqual(idsOf(host.notifier.dispatcher.lease(SESSION)), [id]);
  assert.equal(host.notifier.dispatcher.lease(SESSION), null, 'it is under way');
  assert.equal(host.notifier.dispatcher.drain(SESSION), null, 'for everybody');
  const listener = home.listen();
  await listener.has(1);
  assert.deepEqual(idsOf(listener.turns[0]), [id]);
});

test('held: nothing about a process goes out, everything else does, and then it does too', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run(whenTold('end'), { notifyOnComplete: true });
  const releases = [host.notifier.dispatcher.hold(id), host.notifier.dispatcher.hold(id)];
  home.tell('end');
  await host.engine.wait(id);
  hand(host, 'another thing');
  await listener.has(1);
  releases[0]?.();
  assert.equal(host.notifier.dispatcher.drain(SESSION), null, 'somebody else still holds it');
  assert.deepEqual(listener.types, ['note']);
  releases[1]?.();
  await listener.has(2);
  assert.deepEqual(listener.types, ['note', 'completion']);
});

test('held and consumed meanwhile: it is never told', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run(whenTold('end'), { notifyOnComplete: true });
  const release = host.notifier.dispatcher.hold(id);
  home.tell('end');
  await host.engine.wait(id);
  host.notifier.noteAct(id, SESSION, 'wait_exited');
  release();
  hand(host, 'the next');
  await listener.has(1);
  assert.deepEqual(listener.types, ['note']);
  assert.deepEqual(fates(host, id), ['completion consumed wait_exited']);
});

test('closing sends subscribers away, and what is on its way comes again', async (t) => {
  const home = new NotifyHome(t, { leaseMs: 30 });
  const host = await home.open();
  const listeners = [1, 2].map(() => home.listen(SESSION, { acknowledges: false }));
  const leased = hand(host, 'for somebody far away', OTHER);
  host.notifier.dispatcher.lease(OTHER);
  const other = home.listen(OTHER);
  // Its way to the subscriber begins when the engine is closed already.
  const sent = hand(host, 'under way');
  await home.close();
  await Promise.all([...listeners, other].map((one) => one.over));
  // The end of the lease finds nobody at home.
  await sleep(50);
  const next = await home.open();
  const open = next.notifier.ledger.history({ isOpen: true }).map((one) => one.id);
  assert.deepEqual(open, [sent, leased], 'nothing is lost');
});

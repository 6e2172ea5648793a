import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Notification } from '../../src/notify/ledger.ts';
import type { StillRunningEvent } from '../../src/wire/events.ts';
import { isAlive } from '../engine/test-home.ts';
import { Clock, fates, NotifyHome, until, whenTold } from './notify-home.ts';

function stillRunningOf(told: Notification | undefined): StillRunningEvent {
  if (told?.type === 'still_running') return told.event as StillRunningEvent;
  throw new Error(`not of a deadline: ${JSON.stringify(told)}`);
}

test('a process that still runs at its deadline is told once, with how far it is; nothing is ended', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const command = `printf 'step 1/8\\n[ 25%%] 2/8 token=ghp_0123456789abcdefghijABCDEFGHIJ012345'; ${whenTold('end')}`;
  const { id } = await home.run(command, { deadline: 1, notifyOnComplete: true });
  const [told] = await listener.has(1);
  assert.equal(told?.key, `still_running:${id}:1`);
  const event = stillRunningOf(told);
  assert.deepEqual([event.session_id, event.deadline, event.progress], [id, 1, '25%, 2/8']);
  assert(event.runtime_seconds >= 1, String(event.runtime_seconds));
  assert.match(event.output, /^\[ 25%\] 2\/8 token=\[REDACTED/);
  assert.equal(host.engine.get(id).life.state, 'running');
  home.tell('end');
  await listener.has(2);
  assert.deepEqual(fates(host, id), ['still_running delivered', 'completion delivered']);
});

test('one that ends before its deadline is not told of', async (t) => {
  const home = new NotifyHome(t);
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const { id } = await home.run('true', { deadline: 5 });
  await host.engine.wait(id);
  clock.at += 60_000;
  const next = await home.reopen({ now: clock.now });
  const { id: last } = await home.run('exec sleep 60', { deadline: 1 });
  clock.at += 60_000;
  await until(() => fates(next, last).length === 1, 'the one that runs to be told of');
  assert.deepEqual(fates(next, id), []);
});

test('never told once the end was told', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run(whenTold('end'), { deadline: 1, notifyOnComplete: true });
  await until(() => fates(host, id).length === 1, 'the deadline');
  home.tell('end');
  await host.engine.wait(id);
  host.notifier.noteAct(id, 'test:one', 'wait_exited');
  assert.equal(host.notifier.dispatcher.drain('test:one'), null);
  assert.deepEqual(fates(host, id), [
    'still_running suppressed after_completion',
    'completion consumed wait_exited',
  ]);
});

test('a deadline that passes while nobody is there is told late, and none twice after a restart', async (t) => {
  const home = new NotifyHome(t, { historyMs: 1_000 });
  const clock = new Clock();
  await home.open({ now: clock.now });
  const { id } = await home.run('exec sleep 60', { deadline: 600 });
  await home.close();
  clock.at += 700_000;
  const late = await home.open({ now: clock.now });
  const [told] = await home.listen().has(1);
  const event = stillRunningOf(told);
  assert.deepEqual([event.deadline, event.runtime_seconds >= 699, event.output], [600, true, '']);
  assert.deepEqual(fates(late, id), ['still_running delivered']);
  // Long enough for its line of the ledger to be old.
  clock.at += 700_000;
  const again = await home.reopen({ now: clock.now });
  const { id: other } = await home.run('exec sleep 60', { deadline: 1 });
  clock.at += 60_000;
  await until(() => fates(again, other).length === 1, 'a later one');
  assert.deepEqual(fates(again, id), ['still_running delivered']);
});

test('the deadline of a process whose keeper was killed holds too, and its note is told', async (t) => {
  const home = new NotifyHome(t);
  const clock = new Clock();
  await home.open({ now: clock.now });
  const { id, keeperPid } = await home.run('touch $HOME_FOLDER/up; exec sleep 60', { deadline: 600 });
  await until(() => existsSync(join(home.folder, 'up')), 'its command');
  await home.close();
  process.kill(keeperPid ?? 0, 'SIGKILL');
  await until(() => !isAlive(keeperPid ?? 0), 'the end of its keeper');
  clock.at += 700_000;
  const host = await home.open({ now: clock.now });
  const [told] = await home.listen().has(1);
  assert.match(stillRunningOf(told).note ?? '', /Its keeper was killed/);
  await host.engine.kill(id);
});

test('promise 11: a heartbeat is told again and again, each once, and the newest replaces one that nobody was given', async (t) => {
  const home = new NotifyHome(t, { wakeIntervalSeconds: 1 });
  const host = await home.open();
  const listener = home.listen();
  const command = `echo 2/8; ${whenTold('end')}`;
  const { id } = await home.run(command, { heartbeat: 1 });
  const first = (await listener.has(2)).map(stillRunningOf);
  for (const { heartbeat, deadline, runtime_seconds, output, progress } of first)
    assert.deepEqual([heartbeat, deadline, output, progress], [1, runtime_seconds, '2/8', '2/8']);
  await listener.leave();
  const delivered = listener.received.length;
  const open = () => host.notifier.ledger.history({ processId: id, isOpen: true });
  await until(() => {
    assert(open().length < 2, 'never two');
    return fates(host, id).length > delivered + 2;
  }, 'three more');
  const late = home.listen();
  const [newest] = await late.has(1);
  assert.equal(newest?.sequence, Math.max(...late.received.map(({ sequence }) => sequence)));
  assert(stillRunningOf(newest).deadline >= delivered + 3);
  await late.leave();
  await until(() => open().length > 0, 'one more');
  home.tell('end');
  await host.engine.wait(id);
  await until(() => open().length === 0, 'it to be taken back');
  const rest = fates(host, id).slice(delivered);
  assert.deepEqual(rest.slice(0, 2), Array(2).fill('still_running suppressed superseded'));
  assert.equal(rest.at(-1), 'still_running suppressed passed_by');
  const keys = host.notifier.ledger.history({ processId: id }).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
});

test('promise 11: of the heartbeats that pass while nobody is there the last is told, beside the deadline, and none twice', async (t) => {
  const home = new NotifyHome(t, { historyMs: 1_000 });
  const clock = new Clock();
  await home.open({ now: clock.now });
  const { id } = await home.run('exec sleep 60', { deadline: 600, heartbeat: 130 });
  await home.close();
  clock.at += 700_000;
  const late = await home.open({ now: clock.now });
  const told = (await home.listen().has(2)).map(stillRunningOf);
  assert.deepEqual(
    told.map(({ deadline, heartbeat }) => [deadline, heartbeat]),
    [
      [600, undefined],
      [650, 130],
    ],
  );
  const both = ['still_running delivered', 'still_running delivered'];
  assert.deepEqual(fates(late, id), both);
  // Long enough for their lines of the ledger to be old.
  clock.at += 20_000;
  const again = await home.reopen({ now: clock.now });
  const { id: other } = await home.run('exec sleep 60', { deadline: 1 });
  clock.at += 5_000;
  await until(() => fates(again, other).length === 1, 'a later one');
  assert.deepEqual(fates(again, id), both);
  clock.at += 60_000;
  await home.reopen({ now: clock.now });
  const next = await home.listen().has(2);
  assert.deepEqual(
    next.map((one) => [one.processId, stillRunningOf(one).deadline]),
    [
      [other, 1],
      [id, 780],
    ],
  );
});

test('a heartbeat more often than a wake-up may repeat is refused', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  await assert.rejects(home.run('true', { heartbeat: 59 }), /"heartbeat" must be at least 60 seconds/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Home } from '../../src/home/open.ts';
import type { Act } from '../../src/notify/policy/consumption.ts';
import { fates, NotifyHome, OTHER, SESSION, until, whenTold } from './notify-home.ts';

/** What the agent did, for real, and whether it is told afterwards: inline, and by a ringer. */
const table: readonly {
  readonly act: Act;
  readonly inline: string;
  readonly autonomous: string;
}[] = [
  { act: 'nothing', inline: 'completion delivered', autonomous: 'completion delivered' },
  { act: 'kill_all', inline: 'completion delivered', autonomous: 'completion delivered' },
  { act: 'poll_saw_end', inline: 'completion consumed poll', autonomous: 'completion delivered' },
  {
    act: 'log_to_end',
    inline: 'completion consumed log_to_end',
    autonomous: 'completion consumed log_to_end',
  },
  {
    act: 'wait_exited',
    inline: 'completion consumed wait_exited',
    autonomous: 'completion consumed wait_exited',
  },
  {
    act: 'kill_by_session',
    inline: 'completion consumed kill_by_session',
    autonomous: 'completion consumed kill_by_session',
  },
];

/** A surface resolves what the agent wrote, looks, and notes what it showed. */
async function perform(host: Home, written: string, act: Act): Promise<void> {
  const id = host.engine.resolve(written);
  if (act === 'kill_by_session') await host.engine.kill(id, { graceMs: 50 });
  else if (act === 'kill_all') await host.engine.killAll({ session: SESSION, graceMs: 50 });
  else await host.engine.wait(id);
  host.notifier.noteAct(id, SESSION, act);
}

for (const { act, inline, autonomous } of table) {
  for (const spelling of ['full', 'short'] as const) {
    test(`promise 14: ${act} by a ${spelling} id, then inline: ${inline}; by a ringer: ${autonomous}`, async (t) => {
      const home = new NotifyHome(t);
      const host = await home.open();
      for (const way of ['inline', 'autonomous'] as const) {
        const isKill = act.startsWith('kill');
        const { id } = await home.run(isKill ? 'exec sleep 60' : 'true', { notifyOnComplete: true });
        await perform(host, spelling === 'full' ? id : id.slice('proc_'.length, 'proc_'.length + 8), act);
        if (way === 'inline') host.notifier.dispatcher.drain(SESSION);
        else {
          const listener = home.listen();
          if (autonomous === 'completion delivered') await listener.has(1);
          await listener.leave();
          assert.equal(listener.received.length, Number(autonomous === 'completion delivered'));
        }
        assert.deepEqual(fates(host, id), [way === 'inline' ? inline : autonomous]);
      }
    });
  }
}

test('what another session sees tells this one nothing', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('true', { notifyOnComplete: true });
  await host.engine.wait(id);
  host.notifier.noteAct(id, OTHER, 'wait_exited');
  assert.equal(host.notifier.dispatcher.drain(SESSION)?.notifications[0]?.processId, id);
});

test('a look before a ringer comes does not cancel the ring, a later wait does', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('true', { notifyOnComplete: true });
  await host.engine.wait(id);
  host.notifier.noteAct(id, SESSION, 'poll_saw_end');
  assert.deepEqual(fates(host, id), ['completion pending']);
  host.notifier.noteAct(id, SESSION, 'wait_exited');
  host.notifier.noteAct(id, SESSION, 'poll_saw_end');
  assert.deepEqual(fates(host, id), ['completion consumed wait_exited']);
  assert.equal(host.notifier.dispatcher.drain(SESSION), null);
});

test('a consumed completion silences the matches that were queued before it', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run(`echo READY; ${whenTold('end')}`, { watchPatterns: ['READY'] });
  await until(() => host.notifier.hasMatched(id), 'the match');
  await host.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  home.tell('end');
  await host.engine.wait(id);
  assert.deepEqual(fates(host, id), ['watch_match pending', 'completion pending']);
  host.notifier.noteAct(id, SESSION, 'log_to_end');
  assert.equal(host.notifier.dispatcher.drain(SESSION), null);
  assert.deepEqual(fates(host, id), [
    'watch_match suppressed after_completion',
    'completion consumed log_to_end',
  ]);
});

test('a match that waits goes out in the same turn as the completion behind it, before it', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run(`echo READY; ${whenTold('end')}`, { watchPatterns: ['READY'] });
  await until(() => host.notifier.hasMatched(id), 'the match');
  await host.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  home.tell('end');
  await host.engine.wait(id);
  const turn = host.notifier.dispatcher.drain(SESSION);
  assert.deepEqual(
    turn?.notifications.map((one) => one.type),
    ['watch_match', 'completion'],
  );
  assert.deepEqual(fates(host, id), ['watch_match delivered', 'completion delivered']);
});

test('an acknowledged completion silences a match that was sent and not acknowledged', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run(`echo READY; ${whenTold('end')}`, { watchPatterns: ['READY'] });
  await until(() => host.notifier.hasMatched(id), 'the match');
  await host.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  home.tell('end');
  await host.engine.wait(id);
  const [, completion] = host.notifier.dispatcher.lease(SESSION)?.notifications ?? [];
  host.notifier.dispatcher.acknowledge([completion?.id ?? '']);
  assert.equal(host.notifier.dispatcher.drain(SESSION), null);
  assert.deepEqual(fates(host, id), ['watch_match suppressed after_completion', 'completion delivered']);
});

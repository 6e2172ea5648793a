import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WakeUpEvent } from '../../src/wire/events.ts';
import type { WireWakeUp } from '../../src/wire/wake.ts';
import { Clock, type Listener, NotifyHome, OTHER, SESSION, until, whenTold } from '../notify/notify-home.ts';

/** The rings that a session has heard. */
const rings = (listener: Listener) =>
  listener.received.flatMap(({ type, event }) => (type === 'wake_up' ? [event as WakeUpEvent] : []));

const stateOf = (home: NotifyHome, { wake_id }: WireWakeUp) =>
  home.host.wakeUps.list({ includeSettled: true }).find((one) => one.wake_id === wake_id)?.state;

/** `part state` of each part. */
const partsOf = ({ parts = [] }: { parts?: WakeUpEvent['parts'] }) =>
  parts.map(({ part, state }) => `${part.replace(/proc_[0-9a-f]{12}/, 'proc')} ${state}`);

async function ring(listener: Listener, count = 1): Promise<WakeUpEvent> {
  await until(() => rings(listener).length >= count, `${count} rings`);
  const event = rings(listener)[count - 1];
  assert(event);
  return event;
}

test('promise 20: a wake-up rings once, at its time, with its note', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  const listener = home.listen();
  const set = await wakeUps.set({ session_key: SESSION, note: 'look at the deploy', after: 0.2 });
  assert.equal(set.state, 'pending');
  assert.equal(wakeUps.nextAt, Date.parse(set.due_at ?? ''));
  const event = await ring(listener);
  assert.deepEqual([event.wake_id, event.kind, event.note], [set.wake_id, 'after', 'look at the deploy']);
  assert(event.at >= event.due_at && event.late_ms === undefined, JSON.stringify(event));
  assert.equal(stateOf(home, set), 'fired');
  assert.equal(wakeUps.nextAt, undefined);
  await home.reopen();
  assert.deepEqual(home.host.notifier.ledger.history({ session: SESSION }).length, 1);
});

test('promise 20: what was due while nobody was at home rings at the next use, late, and says why', async (t) => {
  const home = new NotifyHome(t);
  const clock = new Clock();
  const options = { now: clock.now };
  const { wakeUps } = await home.open(options);
  await wakeUps.set({ session_key: SESSION, note: 'once', at: new Date(clock.at + 60_000).toISOString() });
  await wakeUps.set({ session_key: SESSION, note: 'often', every: '10m' });
  await home.close();
  clock.at += 3_600_000;
  await home.open(options);
  const listener = home.listen();
  await ring(listener, 2);
  const [once, often] = rings(listener);
  assert.deepEqual([once?.note, once?.late_ms, once?.late_reason], ['once', 3_540_000, 'not_running']);
  // Of six times, one ring.
  assert.deepEqual([often?.note, often?.missed, often?.next_at], ['often', 5, clock.at + 600_000]);
});

test('one that repeats rings at each time; what nobody was told of is told with the next', async (t) => {
  const home = new NotifyHome(t, { wakeIntervalSeconds: 1 });
  const clock = new Clock();
  const { wakeUps, notifier } = await home.open({ now: clock.now });
  const set = await wakeUps.set({ session_key: SESSION, note: '', every: '1s' });
  const rung = () => wakeUps.list()[0]?.rings;
  for (const count of [1, 2, 3]) {
    clock.at += 1_000;
    await until(() => rung() === count, `ring ${count}`);
  }
  const states = () => notifier.ledger.history({}).map(({ state, rule }) => [state, rule]);
  assert.deepEqual(states(), [
    ['pending', null],
    ['suppressed', 'superseded'],
    ['suppressed', 'superseded'],
  ]);
  const event = await ring(home.listen());
  assert.deepEqual([event.missed, event.every], [2, '1s']);
  assert.equal(wakeUps.cancel(set.wake_id).state, 'cancelled');
  assert.equal(wakeUps.nextAt, undefined);
});

test('a barrier for all rings once, with what happened to each', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  const listener = home.listen();
  const ends = await home.run(`${whenTold('end')}; exit 3`);
  const prints = await home.run(`${whenTold('print')}; echo READY on 80; exec sleep 60`, {
    watchPatterns: ['READY'],
  });
  const other = await wakeUps.set({ session_key: SESSION, note: 'inner', any: ['event:inner'] });
  const all = [ends.id.slice(5, 12), `${prints.id}:matched`, other.wake_id, 'event:deployed'];
  const set = await wakeUps.set({ session_key: SESSION, note: 'all of it', all });
  assert.deepEqual(partsOf(set), [
    'proc:ended waiting',
    'proc:matched waiting',
    `${other.wake_id} waiting`,
    'event:deployed waiting',
  ]);
  home.host.notifier.notify(SESSION, { type: 'deployed', session_key: SESSION, text: 'x' }, '1');
  home.host.notifier.notify(OTHER, { type: 'inner', session_key: OTHER, text: 'not for us' }, '1');
  home.tell('print');
  await until(
    () => wakeUps.list().some((one) => partsOf(one).includes('proc:matched happened')),
    'the match',
  );
  home.host.notifier.notify(SESSION, { type: 'any', session_key: SESSION, text: 'x' }, 'inner');
  home.tell('end');
  const event = await ring(listener, 2);
  assert.deepEqual([event.wake_id, event.mode, event.is_impossible], [set.wake_id, 'all', undefined]);
  assert.deepEqual(
    event.parts?.map(({ state, exit_code, line }) => [state, exit_code, line]),
    [
      ['happened', 3, undefined],
      ['happened', undefined, 'READY on 80'],
      ['happened', undefined, undefined],
      ['happened', undefined, undefined],
    ],
  );
  assert.equal(rings(listener).length, 2);
});

test('a barrier for any rings with the first; what has happened before counts', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps, engine } = await home.open();
  const listener = home.listen();
  const stays = await home.run('exec sleep 60');
  const ends = await home.run('exit 0');
  await engine.wait(ends.id);
  const set = await wakeUps.set({ session_key: SESSION, note: '', any: [stays.id, ends.id] });
  assert.equal(set.state, 'fired');
  assert.deepEqual(partsOf(await ring(listener)), ['proc:ended waiting', 'proc:ended happened']);
});

test('nobody waits for what can no longer happen', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  const listener = home.listen();
  const stays = await home.run('exec sleep 60');
  const silent = await home.run(`${whenTold('end')}; exit 1`, { watchPatterns: ['READY'], ready: ':' });
  await wakeUps.set({ session_key: SESSION, note: '', all: [stays.id, `${silent.id}:matched`] });
  await wakeUps.set({ session_key: SESSION, note: '', any: [`${silent.id}:matched`, `${silent.id}:ready`] });
  home.tell('end');
  await ring(listener, 2);
  for (const event of rings(listener)) assert.equal(event.is_impossible, true);
  const [all, any] = ['all', 'any'].map((mode) => rings(listener).find((one) => one.mode === mode));
  assert.deepEqual(all && partsOf(all), ['proc:ended waiting', 'proc:matched never']);
  assert.deepEqual(
    any?.parts?.map(({ state, why, exit_code }) => [state, why, exit_code]),
    [
      ['never', 'it ended without a match', 1],
      ['never', 'it ended before it was ready', 1],
    ],
  );
  // A wake-up that is cancelled never rings.
  const inner = await wakeUps.set({ session_key: SESSION, note: '', after: '1h' });
  await wakeUps.set({ session_key: SESSION, note: '', any: [inner.wake_id] });
  wakeUps.cancel(inner.wake_id);
  assert.equal((await ring(listener, 3)).parts?.[0]?.why, 'it was cancelled');
});

test('issue 13 (promise 20): a barrier rings when a process is ready, now, later, or before it was set', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  const listener = home.listen();
  const up = `${whenTold('up')}; echo up; exec sleep 60`;
  const [first, second] = [
    await home.run(up, { ready: 'up' }),
    await home.run(up, { ready: '!test -e $HOME_FOLDER/go-up' }),
  ];
  await wakeUps.set({ session_key: SESSION, note: 'both', all: [`${first.id}:ready`, `${second.id}:ready`] });
  await home.reopen();
  const again = home.listen();
  home.tell('up');
  const event = await ring(again);
  assert.deepEqual([event.note, event.is_impossible], ['both', undefined]);
  assert.deepEqual(partsOf(event), ['proc:ready happened', 'proc:ready happened']);
  for (const { at = 0 } of event.parts ?? []) assert(at >= first.startedAt);
  await home.host.wakeUps.set({ session_key: SESSION, note: 'late', any: [`${first.id}:ready`] });
  assert.equal((await ring(again, 2)).note, 'late');
  assert.deepEqual(rings(listener), []);
});

test('a barrier outlives its daemon, and a process that is lost is told', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const { id, keeperPid, pid } = await home.run('exec sleep 60');
  await home.host.wakeUps.set({ session_key: SESSION, note: '', all: [id] });
  await home.close();
  for (const one of [keeperPid, pid]) if (one !== null) process.kill(one, 'SIGKILL');
  await home.open();
  const event = await ring(home.listen());
  assert.deepEqual([event.is_impossible, partsOf(event)], [true, ['proc:ended never']]);
  assert.match(String(event.parts?.[0]?.why), /lost/);
});

test('the same id sets one wake-up, and never one of another session', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  const request = { id: 'wake_0123456789ab', session_key: SESSION, note: '', after: '1h' };
  assert.deepEqual(await wakeUps.set(request), await wakeUps.set({ ...request, note: 'again' }));
  assert.equal(wakeUps.list().length, 1);
  await assert.rejects(wakeUps.set({ ...request, session_key: OTHER }), /another session/);
});

test('what is wrong is said, and nothing is set', async (t) => {
  const home = new NotifyHome(t, { sessionWakeUps: 1, wakeNoteCharacters: 10 });
  const { wakeUps } = await home.open();
  const { id } = await home.run('exec sleep 60');
  const wrong: [object, RegExp][] = [
    [{}, /None of after/],
    [{ after: 1, at: '09:00' }, /More than one/],
    [{ after: 'soon' }, /such as 90/],
    [{ at: 'soon' }, /2026-01-31T09:00/],
    [{ at: '2020-01-01T00:00Z' }, /has passed/],
    [{ every: '1s' }, /at least 60/],
    [{ every: '0 9 * *' }, /4 fields/],
    [{ every: '0 0 31 2 *' }, /no such time/],
    [{ every: '0 9 * * *', tz: 'Mars/Base' }, /no time zone "Mars/],
    [{ all: ['ffffffffffff'] }, /no process/],
    [{ all: ['wake_ffffffffffff'] }, /no wake-up/],
    [{ all: ['event:'] }, /names nothing/],
    [{ all: [`${id}:matched`] }, /no watch patterns/],
    [{ all: [`${id}:ready`] }, /started without `ready`/],
    [{ after: 1, note: 'longer than that' }, /at most 10/],
  ];
  for (const [when, message] of wrong)
    await assert.rejects(wakeUps.set({ session_key: SESSION, note: '', ...when }), message);
  assert.deepEqual(wakeUps.list(), []);
  await wakeUps.set({ session_key: SESSION, note: '', after: '1h' });
  await assert.rejects(wakeUps.set({ session_key: SESSION, note: '', after: '1h' }), /1 wake-ups already/);
  await assert.rejects(wakeUps.set({ session_key: OTHER, note: '', all: [id] }, { own: true }), /no process/);
});

test('a session that moves takes its wake-ups along; one that is closed has none', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  await wakeUps.set({ session_key: SESSION, note: 'goes along', after: 0.3 });
  wakeUps.moveSession(SESSION, 'test:moved');
  assert.equal((await ring(home.listen('test:moved'))).note, 'goes along');
  const closed = await wakeUps.set({ session_key: OTHER, note: '', after: '1h' });
  wakeUps.closeSession(OTHER);
  assert.equal(stateOf(home, closed), 'cancelled');
});

test('promise 17: a note with a secret is redacted wherever it is shown', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  const listener = home.listen();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const set = await wakeUps.set({ session_key: SESSION, note: `use ${secret}`, after: 0.1 });
  for (const note of [set.note, (await ring(listener)).note]) assert.doesNotMatch(note, /ghp_a1B2/);
});

test('one that is to ring when it is cancelled does, once, unless that happens silently', async (t) => {
  const home = new NotifyHome(t);
  const { wakeUps } = await home.open();
  const listener = home.listen();
  const set = (note: string, wish = true) =>
    wakeUps.set({ session_key: SESSION, note, after: 3600, rings_when_cancelled: wish });
  wakeUps.cancel((await set('never mind', false)).wake_id);
  wakeUps.cancel((await set('silently')).wake_id, SESSION, { silently: true });
  const { wake_id } = await set('told');
  for (let time = 0; time < 2; time++) wakeUps.cancel(wake_id);
  const { note, is_cancelled } = await ring(listener);
  assert.deepEqual([note, is_cancelled], ['told', true]);
  await set('at the end');
  wakeUps.closeSession(SESSION);
  assert.deepEqual(home.host.notifier.ledger.history({ session: SESSION }).length, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Time } from '../../src/wake/time.ts';
import type { WakeUpEvent } from '../../src/wire/events.ts';
import { NotifyHome, SESSION, until } from '../notify/notify-home.ts';

const HOUR = 3_600_000;

/** Clocks that a test sets. */
class Clocks implements Time {
  #elapsed = 1_000_000;
  #awake = 1_000_000;
  #wall = Date.parse('2026-01-31T12:00Z') - 1_000_000;
  readonly now = () => this.#wall + this.#elapsed;
  readonly uptime = () => this.#elapsed;
  readonly awake = () => this.#awake;

  pass(ms: number): void {
    this.#elapsed += ms;
    this.#awake += ms;
  }

  sleep(ms: number): void {
    this.#elapsed += ms;
  }

  /** Somebody sets the clock on the wall. */
  set(byMs: number): void {
    this.#wall += byMs;
  }
}

/** A home with one of each kind, due in an hour. */
async function withWakeUps(home: NotifyHome, time: Clocks): Promise<void> {
  const { wakeUps } = await home.open({ time });
  const at = new Date(time.now() + HOUR).toISOString();
  await wakeUps.set({ session_key: SESSION, note: 'after', after: '1h' });
  await wakeUps.set({ session_key: SESSION, note: 'at', at });
  await wakeUps.set({ session_key: SESSION, note: 'every', every: '1h' });
  await wakeUps.set({ session_key: SESSION, note: 'cron', every: '0 13 * * *', tz: 'UTC' });
}

/** In how many minutes each is due. */
const dueIn = (home: NotifyHome, time: Clocks) =>
  Object.fromEntries(
    home.host.wakeUps
      .list()
      .map(({ note, due_at }) => [note, (Date.parse(due_at ?? '') - time.now()) / 60_000]),
  );

/** Has the clock looked at, as a timer does. */
const look = (home: NotifyHome) => home.host.wakeUps.clockChanged();

const rung = (home: NotifyHome) =>
  home.host.notifier.ledger
    .history({})
    .toReversed()
    .map(({ event }) => event as WakeUpEvent);

test('a clock that is set forward: intervals are as long as before, times that it skips ring at once and say so', async (t) => {
  const home = new NotifyHome(t);
  const time = new Clocks();
  await withWakeUps(home, time);
  time.pass(10 * 60_000);
  time.set(2 * HOUR);
  look(home);
  assert.deepEqual(
    rung(home)
      .map(({ note, late_reason }) => [note, late_reason])
      .sort(),
    [
      ['at', 'clock_set'],
      ['cron', 'clock_set'],
    ],
  );
  assert.deepEqual(dueIn(home, time), { after: 50, every: 50, cron: 23 * 60 - 10 });
});

test('a clock that is set back: intervals are as long as before, times come when the clock shows them', async (t) => {
  const home = new NotifyHome(t);
  const time = new Clocks();
  await withWakeUps(home, time);
  time.pass(10 * 60_000);
  time.set(-2 * HOUR);
  look(home);
  assert.deepEqual(rung(home), []);
  assert.deepEqual(dueIn(home, time), { after: 50, every: 50, at: 170, cron: 170 });
});

test('a time that the clock shows again does not ring again', async (t) => {
  const home = new NotifyHome(t);
  const time = new Clocks();
  const { wakeUps } = await home.open({ time });
  await wakeUps.set({ session_key: SESSION, note: 'cron', every: '0 13 * * *', tz: 'UTC' });
  time.pass(HOUR);
  look(home);
  assert.equal(rung(home).length, 1);
  home.host.notifier.dispatcher.drain(SESSION);
  time.set(-HOUR);
  look(home);
  assert.deepEqual(dueIn(home, time), { cron: 60 });
  time.pass(HOUR);
  look(home);
  assert.equal(rung(home).length, 1);
  assert.deepEqual(dueIn(home, time), { cron: 24 * 60 });
});

test('a clock that was set while nobody was at home is noticed by the next daemon', async (t) => {
  const home = new NotifyHome(t);
  const time = new Clocks();
  await withWakeUps(home, time);
  await home.close();
  time.pass(10 * 60_000);
  time.set(-5 * HOUR);
  await home.open({ time });
  assert.deepEqual(dueIn(home, time), { after: 50, every: 50, at: 350, cron: 350 });
});

test('a machine that slept rings when it wakes up, and says so', async (t) => {
  const home = new NotifyHome(t);
  const time = new Clocks();
  await withWakeUps(home, time);
  time.sleep(3 * HOUR);
  look(home);
  await until(() => rung(home).length === 4, 'four rings');
  assert.deepEqual(new Set(rung(home).map(({ late_reason }) => late_reason)), new Set(['asleep']));
});

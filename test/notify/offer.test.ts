import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WatchDisabledEvent } from '../../src/wire/events.ts';
import {
  Clock,
  completionOf,
  fates,
  matchesOf,
  matchOf,
  NotifyHome,
  policyOf,
  until,
  whenTold,
} from './notify-home.ts';

/** Prints a line for every `tell`, one after the other; then waits for `end`. */
function onDemand(lines: readonly string[]): string {
  const steps = lines.map((line, i) => `${whenTold(`line-${i}`)}; echo '${line}'`);
  return [...steps, whenTold('end')].join('; ');
}

test('spacing: one match in 15 s, those inside are counted in the next', async (t) => {
  const home = new NotifyHome(t);
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const listener = home.listen();
  const { id } = await home.run(onDemand(['hit 0', 'hit 1', 'hit 2', 'hit 3']), { watchPatterns: ['hit'] });
  for (const [i, afterMs] of [0, 1_000, 13_999, 15_000].entries()) {
    clock.at = clock.began + afterMs;
    home.tell(`line-${i}`);
    await until(() => matchesOf(home, id) === i + 1, `line ${i} to be scanned`);
  }
  await listener.has(2);
  assert.deepEqual(
    listener.received.map((one) => [matchOf(one).output, matchOf(one).suppressed]),
    [
      ['hit 0', 0],
      ['hit 3', 2],
    ],
  );
  assert.deepEqual(policyOf(home, id).outcomes, {
    said: 2,
    spacing: 2,
    breaker_session: 0,
    breaker_all: 0,
    disabled: 0,
    after_end: 0,
  });
  home.tell('end');
  await host.engine.wait(id);
  assert.deepEqual(fates(host, id), ['watch_match delivered', 'watch_match delivered'], 'no completion');
});

test('strikes: three windows with a drop in a row end the watching, and the completion comes instead (trap 11)', async (t) => {
  const home = new NotifyHome(t);
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const listener = home.listen();
  const lines = Array.from({ length: 8 }, (_, i) => `hit ${i}`);
  const { id } = await home.run(onDemand(lines), { watchPatterns: ['hit'] });
  const times = [0, 1, 15, 16, 17, 30, 31, 60].map((seconds) => seconds * 1000);
  for (const [i, afterMs] of times.entries()) {
    clock.at = clock.began + afterMs;
    // The last one is not looked at any more.
    if (i === 7) break;
    home.tell(`line-${i}`);
    await until(() => matchesOf(home, id) === i + 1, `line ${i} to be scanned`);
  }
  await listener.has(4);
  assert.deepEqual(listener.types, ['watch_match', 'watch_match', 'watch_match', 'watch_disabled']);
  const disabled = listener.received[3]?.event as WatchDisabledEvent;
  assert.equal(disabled.strikes, 3);
  assert.equal(disabled.suppressed, 1);
  const { notifyOnComplete, watchPatterns } = host.engine.get(id);
  assert.deepEqual([notifyOnComplete, watchPatterns], [true, []]);
  home.tell('line-7');
  home.tell('end');
  const last = (await listener.has(5))[4];
  assert.equal(completionOf(last).exit_code, 0);
  assert.equal(listener.received.length, 5);
});

test('promoted by its strikes, it is told of its end by the next engine too', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 60_000, strikes: 1 });
  await home.open();
  const { id } = await home.run(onDemand(['hit', 'hit']), { watchPatterns: ['hit'] });
  const first = home.listen();
  home.tell('line-0');
  await first.has(1);
  home.tell('line-1');
  await first.has(2);
  await home.close();
  home.tell('end');
  const next = await home.open();
  await next.engine.wait(id);
  const [completion] = await home.listen().has(1);
  assert.equal(completion?.type, 'completion');
  assert.deepEqual(fates(next, id), [
    'watch_match delivered',
    'watch_disabled delivered',
    'completion delivered',
  ]);
});

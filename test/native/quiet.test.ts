import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../engine/test-home.ts';
import { Sensed, SensePlace } from './sensed.ts';

const AFTER_MS = 2_000;
const options = { pty: false, stdin: false, sense: false, quietMs: AFTER_MS };

test('issue 13 (promise 19): a silence is told once, with what was used in it', async (context) => {
  const place = new SensePlace(context);
  const idle = await place.run('echo up; exec sleep 1000', options);
  const enough = join(place.folder, 'enough');
  const busy = await place.run(`echo up; while [ ! -e ${enough} ]; do :; done`, options);
  const [asleep, atWork] = [await idle.silence(), await busy.silence()];
  writeFileSync(enough, '');
  for (const { offset, silentMs, used } of [asleep, atWork]) {
    assert.equal(offset, 3);
    assert.ok(silentMs >= AFTER_MS && silentMs < 2 * AFTER_MS, `${silentMs} ms`);
    assert.ok(used.overMs > 500 && used.overMs <= silentMs, `${used.overMs} ms`);
  }
  assert.equal(asleep.used.cpuSeconds, 0);
  assert.ok(atWork.used.cpuSeconds > 0.1, `${atWork.used.cpuSeconds} s`);
  await sleep(AFTER_MS + 1_000);
  assert.equal(idle.silences.length, 1);
});

test('issue 13: output ends a silence, and the next one is another', async (context) => {
  const place = new SensePlace(context);
  const sensed = await place.run('echo one; read x; echo two; exec sleep 1000', { ...options, stdin: true });
  const first = await sensed.silence();
  const again = await Sensed.listen(sensed.keep);
  assert.deepEqual(await again.silence(), first);
  await sensed.type('x\n');
  await until(() => sensed.resumed === 1, 'the end of the silence');
  const second = await sensed.silence(2);
  assert.ok(second.offset > first.offset);
  await sensed.keeper.noticeSilence(undefined);
});

test('issue 13 (promise 15): a silence wakes a daemon until one has recorded it', async (context) => {
  const place = new SensePlace(context);
  const woken = join(place.folder, 'woken');
  const count = () => (existsSync(woken) ? readFileSync(woken, 'utf8').length : 0);
  const keep = await place.start('exec sleep 1000', {
    ...options,
    wake: ['/bin/sh', '-c', `echo >> ${woken}`],
  });
  await until(() => count() >= 1, 'it was woken');
  const engine = await Sensed.listen(keep);
  engine.keeper.heardSilence(await engine.silence());
  await engine.keeper.status();
  engine.keeper.close();
  const before = count();
  await sleep(3_000); // it would have come after one
  assert.equal(count(), before);
});

import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newProcessId } from '../../src/base/ids.ts';
import { readSamples } from '../../src/keeper/samples.ts';
import { until } from '../engine/test-home.ts';
import { Sensed, SensePlace } from './sensed.ts';

const FULL = 1_170;
const quiet = { pty: false, stdin: false, sense: false };

/** A file of a keeper that has sampled for long; every value is told by its number. */
function oldSamples(count: number): Buffer {
  const bytes = Buffer.alloc(count * 56);
  for (let i = 0; i < count; i++) {
    // The peak of every fourth is larger than that of its neighbour.
    const values = [i + 1, i, 1_000, i % 4 === 0 ? 9_000 : 1_000, i, i, 1];
    for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), i * 56 + index * 8);
  }
  return bytes;
}

test('issue 13 (promise 22): a keeper samples what its tree uses', async (context) => {
  const place = new SensePlace(context);
  const written = join(place.folder, 'written');
  // Nice: 5 s of a processor are missed by other tests.
  const spin = `exec nice -n 10 bash -c 'sleep 1000 & while :; do :; done'`;
  const busy = `head -c 30000000 /dev/zero > ${written}; sync ${written}; ${spin}`;
  const [idle, working] = await Promise.all([
    place.start('exec sleep 1000', quiet),
    place.start(busy, quiet),
  ]);
  await until(() => readSamples(working).length >= 2 && readSamples(idle).length >= 1, 'samples');
  const [first, second] = readSamples(working);
  assert.ok(first && second);
  assert.ok(second.at - first.at >= 5_000, `${second.at - first.at} ms`);
  assert.ok(second.cpuSeconds > first.cpuSeconds);
  assert.equal(second.processes, 2);
  assert.ok(second.memoryBytes > 1_000_000 && second.peakBytes === second.memoryBytes);
  assert.ok(second.writtenBytes >= 30_000_000, `${second.writtenBytes} bytes were written`);
  const [sample] = readSamples(idle);
  assert.ok(sample && sample.cpuSeconds < 0.5 && sample.processes === 1 && sample.memoryBytes > 100_000);
});

test('issue 13: the file of samples stays within 64 KiB: its older half is joined', async (context) => {
  const place = new SensePlace(context);
  const id = newProcessId();
  const keep = join(place.folder, 'processes', id);
  mkdirSync(keep, { mode: 0o700 });
  const file = join(keep, 'samples');
  // With a record that was cut.
  writeFileSync(file, Buffer.concat([oldSamples(FULL), Buffer.alloc(10)]));
  await place.start('exec sleep 1000', { ...quiet, keep, id });
  await until(() => statSync(file).size < FULL * 56, 'fewer samples');
  await until(() => (readSamples(keep).at(-1)?.at ?? 0) > FULL, 'a new one');
  const samples = readSamples(keep);
  const { keeper } = await Sensed.listen(keep);
  assert.deepEqual(await keeper.samples(), samples);
  assert.deepEqual(await keeper.samples(FULL), samples.slice(-1));
  const kept = FULL - 584;
  assert.equal(samples.length, 292 + kept + 1);
  assert.deepEqual(
    samples.slice(0, 3).map(({ at, peakBytes }) => [at, peakBytes]),
    [
      [2, 9_000],
      [4, 1_000],
      [6, 9_000],
    ],
  );
  assert.deepEqual(
    samples.slice(292, 294).map(({ at }) => at),
    [585, 586],
  );
  assert.ok(statSync(file).size <= 65_536);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect, drain, exchange } from '../../../src/backends/sync/exchange.ts';
import { CountedPlace } from './counted-place.ts';

const never = new AbortController().signal;
/** 64 MB in small writes: more than a pipe holds at a time. */
const FLOOD = 'i=0; while [ $i -lt 1000 ]; do head -c 65536 /dev/zero; i=$((i+1)); done';

function run<T>(script: string, read: (output: AsyncIterable<Buffer>) => Promise<T>) {
  return exchange(new CountedPlace(), { script, args: [], read, signal: never });
}

test('issue 11.20: a place that prints for ever before the mark is given up, at little cost', async () => {
  const before = process.cpuUsage();
  await assert.rejects(run(`${FLOOD}; printf %s "$1"`, collect), /More than 1048576 bytes/);
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 2_000_000, `${(user + system) / 1e6} s of CPU`);
});

test('issue 11.20: a script that has nothing to say and says it for ever is given up', async () => {
  await assert.rejects(run(`printf %s "$1"; ${FLOOD}`, drain), /More than 1048576 bytes/);
});

test('what start-up files print before the mark does no harm, wherever the pieces are cut', async () => {
  const script = `printf 'Welcome, ringback-'; printf %s "$1" | { head -c 9; sleep 0.05; cat; }; printf answer`;
  const { value } = await run(script, collect);
  assert.equal(String(value), 'answer');
});

/** Promise 20: times of day where the clock is changed for summer. In the gap once, after it; in the overlap once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cronProblem, nextCron } from '../../../src/wake/policy/cron.ts';

const BERLIN = 'Europe/Berlin';

/** The next times after `from`. */
function next(pattern: string, zone: string, from: string, count: number): string[] {
  const times: string[] = [];
  let at = Date.parse(from);
  while (times.length < count) {
    const time = nextCron(pattern, zone, at);
    assert(time !== undefined && time > at, `${pattern} after ${new Date(at).toISOString()}`);
    times.push(new Date(time).toISOString().slice(0, 16));
    at = time;
  }
  return times;
}

test('a time of day is the one that the clock of its zone shows', () => {
  assert.deepEqual(next('0 9 * * 1-5', BERLIN, '2026-01-30T12:00Z', 2), [
    '2026-02-02T08:00',
    '2026-02-03T08:00',
  ]);
  assert.deepEqual(next('0 9 * * *', BERLIN, '2026-07-01T12:00Z', 1), ['2026-07-02T07:00']);
  assert.deepEqual(next('0 9 * * *', 'America/New_York', '2026-07-01T12:59Z', 1), ['2026-07-01T13:00']);
});

test('promise 20: a time that the clock skips comes once, when it has skipped it', () => {
  // 29 March 2026, 02:00 is 03:00.
  assert.deepEqual(next('30 2 * * *', BERLIN, '2026-03-28T00:00Z', 3), [
    '2026-03-28T01:30',
    '2026-03-29T01:00',
    '2026-03-30T00:30',
  ]);
  assert.deepEqual(next('15,45 2 * * *', BERLIN, '2026-03-28T12:00Z', 2), [
    '2026-03-29T01:00',
    '2026-03-30T00:15',
  ]);
  // Half an hour, on Lord Howe Island.
  assert.deepEqual(next('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', 2), [
    '2026-10-03T15:30',
    '2026-10-04T15:15',
  ]);
});

test('promise 20: a time that the clock shows twice comes once, the first time', () => {
  // 25 October 2026, 03:00 is 02:00.
  const times = ['2026-10-25T00:30', '2026-10-26T01:30'];
  assert.deepEqual(next('30 2 * * *', BERLIN, '2026-10-24T12:00Z', 2), times);
  // Asked between the two.
  assert.deepEqual(next('30 2 * * *', BERLIN, '2026-10-25T01:10Z', 1), times.slice(1));
  assert.deepEqual(next('0 */2 * * *', BERLIN, '2026-10-24T23:15Z', 2), [
    '2026-10-25T00:00',
    '2026-10-25T03:00',
  ]);
});

test('what comes at every hour comes at every hour that passes', () => {
  const hours = ['2026-10-24T23:30', '2026-10-25T00:30', '2026-10-25T01:30', '2026-10-25T02:30'];
  assert.deepEqual(next('30 * * * *', BERLIN, '2026-10-24T23:15Z', 4), hours);
  assert.deepEqual(next('@hourly', BERLIN, '2026-10-25T00:15Z', 2), ['2026-10-25T01:00', '2026-10-25T02:00']);
  assert.deepEqual(next('30 * * * *', BERLIN, '2026-03-29T00:15Z', 2), [
    '2026-03-29T00:30',
    '2026-03-29T01:30',
  ]);
});

test('a day that never comes never comes', () => {
  assert.equal(nextCron('0 0 31 2 *', BERLIN, Date.parse('2026-01-01')), undefined);
});

test('what is wrong with an expression is said', () => {
  assert.equal(cronProblem('0 9 * * 1-5'), undefined);
  assert.equal(cronProblem('@daily'), undefined);
  assert.equal(cronProblem('0 9 * *'), 'there are 4 fields, not 5');
  assert.equal(cronProblem('* * * * * *'), 'there are 6 fields, not 5');
  assert.match(String(cronProblem('@sometimes')), /@sometimes/i);
  assert.match(String(cronProblem('61 9 * * *')), /61/);
});

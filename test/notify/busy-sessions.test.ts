import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusySessions } from '../../src/notify/busy-sessions.ts';
import type { Deliveries } from '../../src/notify/deliveries.ts';

test('a lease that ends later than a timer can wait is not looked at all the time', async () => {
  let looks = 0;
  const lease = { id: 'busy', session: 'a', way: 'busy', nextAt: Date.now() + 2 ** 32 };
  const deliveries = { all: () => [lease], get: () => looks++ } as unknown as Deliveries;
  new BusySessions({ deliveries, busyLeaseMs: 1, now: Date.now, isClosed: () => false, wake: () => {} });
  await sleep(50); // a timer that is too long fires after 1 ms
  assert.equal(looks, 0);
});

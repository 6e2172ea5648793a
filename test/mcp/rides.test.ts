import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Rides } from '../../src/mcp/rides.ts';

it('counts what rode on a written result when the next request comes, once', () => {
  const rides = new Rides();
  rides.hold(1, ['a', 'b']);
  assert.deepEqual(rides.take(), [], 'not written yet');
  rides.wasWritten(1);
  assert.deepEqual(rides.take(), ['a', 'b']);
  assert.deepEqual(rides.take(), []);
});

it('trap 17: does not count what rode on a result that was never written', () => {
  const rides = new Rides();
  rides.hold(1, ['a']);
  rides.wasDropped(1);
  rides.wasWritten(1);
  assert.deepEqual(rides.take(), []);
});

it('is not changed by a cancel that comes after the answer', () => {
  const rides = new Rides();
  rides.hold(1, ['a']);
  rides.wasWritten(1);
  rides.wasDropped(1);
  assert.deepEqual(rides.take(), ['a']);
});

it('tells again what the daemon may not have heard', () => {
  const rides = new Rides();
  rides.putBack(['a']);
  assert.deepEqual(rides.take(), ['a']);
});

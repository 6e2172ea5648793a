import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Held, Rides, wasWritten } from '../../src/mcp/rides.ts';

function create() {
  const held: Held = new Map();
  return { held, rides: new Rides(held) };
}

it('counts what rode on a written result when the next request comes, once', () => {
  const { held, rides } = create();
  rides.hold(1, ['a', 'b']);
  assert.deepEqual(rides.take(), [], 'not written yet');
  wasWritten(held, 1);
  assert.deepEqual(rides.take(), ['a', 'b']);
  assert.deepEqual(rides.take(), []);
});

it('trap 17: does not count what rode on a result that was never written', () => {
  const { held, rides } = create();
  rides.hold(1, ['a']);
  rides.drop(1);
  wasWritten(held, 1);
  assert.deepEqual(rides.take(), []);
});

it('is not changed by a cancel that comes after the answer', () => {
  const { held, rides } = create();
  rides.hold(1, ['a']);
  wasWritten(held, 1);
  rides.drop(1);
  assert.deepEqual(rides.take(), ['a']);
});

it('tells clients apart that share a way to the wire', () => {
  const { held, rides } = create();
  const other = new Rides(held);
  rides.hold(1, ['a']);
  other.hold(2, ['b']);
  wasWritten(held, 2);
  assert.deepEqual(rides.take(), []);
  assert.deepEqual(other.take(), ['b']);
});

it('tells again what the daemon may not have heard', () => {
  const { rides } = create();
  rides.putBack(['a']);
  assert.deepEqual(rides.take(), ['a']);
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { findKeeperProgram } from '../../src/keeper/program.ts';

test('the keeper is found in this clone, or where RINGBACK_KEEPER says', () => {
  assert(existsSync(findKeeperProgram({})));
  assert.equal(findKeeperProgram({ RINGBACK_KEEPER: '/bin/true' }), '/bin/true');
  assert.throws(() => findKeeperProgram({ RINGBACK_KEEPER: '/no/keeper' }), {
    code: 'no_keeper',
    message: /\/no\/keeper/,
  });
});

import assert from 'node:assert/strict';
import { errorOf, says } from './result.ts';
import { type Row, row } from './rows.ts';

/** A call that has to be refused, and by which words. */
export const refused = (rule: string, given: Record<string, unknown>, ...words: (RegExp | string)[]): Row =>
  row(
    rule,
    (agent) => agent.terminal(given),
    async (result, agent) => {
      says(errorOf(result), ...words);
      assert.equal(result.exit_code, null);
      assert.deepEqual((await agent.process('list')).processes, [], 'nothing was started');
    },
  );

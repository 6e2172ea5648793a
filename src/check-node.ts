/** The first thing that `import 'ringback'` evaluates: an old Node says what it lacks, not where it stumbled. */
import { RingbackError } from './base/errors.ts';
import { describeOldNode } from './base/node-version.ts';

const problem = describeOldNode();
if (problem) {
  throw new RingbackError(
    'failed',
    problem,
    'Run this program with a newer Node (https://nodejs.org), or use the ringback command, which finds one by itself.',
  );
}

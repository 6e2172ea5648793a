/** The harness of clients/python/examples/ as it stands there: the same proof as for examples/agent.ts. */
import { join } from 'node:path';
import { test } from 'node:test';
import { killAgent } from '../library/kill-agent.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { clientFolder, pythonVariables } from './python.ts';

test(
  'the harness in Python is killed in the middle of everything, and tells and does each thing once',
  {
    skip: notInstalled('python3'),
  },
  (t) => killAgent(t, ['python3', join(clientFolder, 'examples/harness.py')], pythonVariables),
);

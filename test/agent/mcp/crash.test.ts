import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dieAt } from '../../faults/support/die-at.ts';
import { OddFolder } from './support/odd-folder.ts';

const host = join(import.meta.dirname, 'support/host.ts');

/** What is expected of a call during which the agent dies at a point: how often it reached the server, and what the model is told. */
const deaths = [
  { tool: 'write', point: 'agent:call-begun', reached: 0, told: /^OUTCOME UNKNOWN: the agent died/ },
  { tool: 'write', point: 'agent:call-done', reached: 1, told: /^OUTCOME UNKNOWN: the agent died/ },
  { tool: 'look', point: 'agent:call-done', reached: 2, told: /^look is done$/ },
];

for (const { tool, point, reached, told } of deaths)
  test(`promise 23: killed at ${point}, "${tool}" of another server reaches it ${reached} times`, async (t) => {
    const odd = new OddFolder(t);
    const home = join(odd.folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    await dieAt(point, host, home, odd.folder, tool);
    const { stdout, status } = spawnSync(process.execPath, [host, home, odd.folder, tool], {
      encoding: 'utf8',
    });
    assert.equal(status, 0);
    const answers = JSON.parse(stdout);
    assert.equal(answers.length, 1);
    assert.match(answers[0], told);
    assert.equal(odd.lines(tool).length, reached);
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../engine/test-home.ts';
import { endIfThere } from '../faults/support/proc.ts';
import { SensePlace } from '../native/sensed.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';

test('issue 13 (promise 19): ssh asks about a host key, and nobody while its command runs', {
  skip: sshdIsMissing,
}, async (context) => {
  const { config } = await startSshd(context);
  const unknown =
    '-o StrictHostKeyChecking=ask -o UserKnownHostsFile=/dev/null -o GlobalKnownHostsFile=/dev/null';
  const there = 'echo "let in as $$"; exec sleep 600';
  const place = new SensePlace(context);
  const asking = await place.run(`exec ssh -F ${config} ${unknown} there '${there}'`);
  const inTerminal = await place.run(`exec ssh -t -F ${config} there '${there}'`);
  const { program, by, evidence, hidden, afterMs } = await asking.prompt();
  assert.deepEqual([program, by, evidence, hidden], ['ssh', 'read', 'certain', false]);
  assert.match(asking.output, /continue connecting \(yes\/no/);
  assert.ok(afterMs <= 4_000, `${afterMs} ms`);
  await asking.type('yes\n');
  for (const one of [asking, inTerminal]) {
    const letIn = /let in as (\d+)\s/;
    await until(() => letIn.test(one.output), 'the command there');
    // It stays when its connection is cut.
    const pid = Number(letIn.exec(one.output)?.[1]);
    context.after(() => endIfThere(pid));
  }
  await sleep(9_000); // looked at after 1, 2, 4 and 8 seconds
  assert.deepEqual([asking.prompts.length, inTerminal.prompts.length], [1, 0]);
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitOf, run, until, untilPrinted } from '../engine/test-home.ts';
import { amount } from './support/amount.ts';
import { dieAt } from './support/die-at.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';
import { keepersIn, pidsOf } from './support/proc.ts';
import { rawWrite } from './support/raw-write.ts';

const driver = join(import.meta.dirname, 'support/engine-driver.ts');
const id = 'proc_fa1100000001';
const OTHER_CODE = 3;
const CODE = 5;

/** What keepers notice is written down by who has a ledger: the campaign of the notifications comes to it. Those of a start that waits are in after.test.ts. */
const failpoints = failpointsIn(['src/engine/*.ts', 'src/keeper/*.ts']).filter(
  (name) => !/^(after|notice):/.test(name),
);

for (const name of failpoints) {
  test(`promises 1, 3: an engine killed at ${name}: one row, one process, its end recorded once`, async (t) => {
    for (let round = 0; round < amount(1, 5); round += 1) {
      const home = new FaultHome(t);
      const first = await home.open();
      const other = `echo up; read x; exit ${OTHER_CODE}`;
      const [running, ended] = await Promise.all([
        run(first, other, { stdin: true }),
        run(first, other, { stdin: true }),
      ]);
      for (const one of [running, ended]) await untilPrinted(first, one.id, 'up');
      await first.close();
      await rawWrite(home.keep(ended.id), 1n, 1n, Buffer.from('\n'));
      await until(() => existsSync(home.keep(ended.id, 'exit')), 'an end that no engine has seen');

      const ran = join(home.folder, 'ran');
      const command = `echo $$ >> ${ran}; read line; echo "got $line"; exit ${CODE}`;
      const said = await dieAt(
        name,
        driver,
        home.folder,
        id,
        command,
        name.startsWith('prune:') ? 'prune' : '',
      );
      const second = await home.open();
      const known = () => second.list().map((one) => one.id);
      const isPruned = name.startsWith('prune:');
      if (said.includes('started') && !isPruned)
        assert(known().includes(id), 'a start that was acknowledged is known');

      // Pruning begins with the end that nobody has seen: this one may just be on its way, or be gone again.
      if (isPruned && known().includes(id)) await second.kill(id);

      // As its client does, which has heard nothing: the same start and the same write again.
      if (!isPruned) {
        const again = await run(second, command, { id, stdin: true });
        await second
          .submit(again.id, 'typed', { writer: 1n, seq: 1n })
          .catch((error) => assert.equal(error.code, 'already_exited'));
        const { process, output } = await second.wait(again.id);
        assert.equal(exitOf(process).exitCode, CODE);
        assert.equal(output, 'got typed\n', 'typed once');
        assert.equal(second.list().length, 3, 'one row each');
        assert.deepEqual((await run(second, command, { id, stdin: true })).id, again.id);
        await until(() => pidsOf(again.id).length === 0, 'its end');
        if (said.includes('ended')) assert.equal(again.life.state, 'exited');
      }
      assert.equal(exitOf(second.get(ended.id)).exitCode, OTHER_CODE);
      assert.equal(second.get(running.id).pid, running.pid, 'taken over, not started again');
      assert.equal(pidsOf(running.id).length, 1);
      await second.submit(running.id, '');
      assert.equal(exitOf((await second.wait(running.id)).process).exitCode, OTHER_CODE);

      const before = second.list();
      await second.close();
      const third = await home.open();
      assert.deepEqual(third.list(), before, 'what was recorded stays as it was');
      await until(() => keepersIn(home.folder).length === 0, 'all keepers to leave');
      const starts = existsSync(ran) ? readFileSync(ran, 'utf8').match(/\n/g)?.length : 0;
      assert(starts === 1 || (isPruned && starts === 0), `it was started ${starts} times`);
      await third.close();
    }
  });
}

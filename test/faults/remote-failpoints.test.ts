import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { Here } from '../backends/remote/here.ts';
import { exitOf, until } from '../engine/test-home.ts';
import { leftThere } from './remote/there.ts';
import { amount } from './support/amount.ts';
import { dieAt } from './support/die-at.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';

const driver = join(import.meta.dirname, 'remote/driver.ts');
const id = 'proc_fa1100000002';
const CODE = 5;
const failpoints = failpointsIn(['src/backends/remote/*.ts', 'src/engine/*.ts']).filter((name) =>
  /^(remote|start|end):/.test(name),
);

for (const name of failpoints) {
  test(`promises 1, 3, 7 elsewhere: an engine killed at ${name}: one process there, typed to once, its end and output here`, async (t) => {
    for (let round = 0; round < amount(1, 5); round += 1) {
      const home = new FaultHome(t);
      const there = mkdtempSync(join(tmpdir(), 'ringback-there-'));
      t.after(() => removeFolder(there));
      const environments = { there: { type: 'here' } };
      writeFileSync(join(home.folder, 'config.json'), JSON.stringify({ environments }), { mode: 0o600 });
      const ran = join(home.folder, 'ran');
      const command = `echo $$ >> ${ran}; read line; echo "got $line"; exit ${CODE}`;

      const said = await dieAt(name, driver, home.folder, there, id, command);
      new Here(t, there);
      const second = await home.open();
      if (said.includes('started'))
        assert.equal(second.get(id).id, id, 'a start that was acknowledged is known');
      // As its client does, which has heard nothing: the same start and the same write again.
      const request = { id, command, cwd: '', env: {}, environment: 'there', stdin: true };
      const again = await second.start(request);
      await second
        .submit(again.id, 'typed', { writer: 1n, seq: 1n })
        .catch((error) => assert.equal(error.code, 'already_exited'));
      const { process: ended, output } = await second.wait(again.id);
      assert.equal(exitOf(ended).exitCode, CODE);
      assert.equal(output, 'got typed\n', 'typed once');
      assert.equal(second.list().length, 1, 'one row');
      assert.equal((await second.start(request)).id, again.id);
      await until(() => leftThere(there).keeps.length === 0, 'nothing to be left there');
      await until(() => !existsSync(home.keep(again.id, 'place')), 'its place to be forgotten');
      assert.deepEqual(leftThere(there).keepers, []);
      assert.equal(readFileSync(ran, 'utf8').match(/\n/g)?.length, 1, 'it ran once');

      const before = second.list();
      await second.close();
      const third = await home.open();
      assert.deepEqual(third.list(), before, 'what was recorded stays as it was');
      await third.close();
    }
  });
}

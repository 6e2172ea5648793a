import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { run, TestHome } from '../engine/test-home.ts';

test('promise 4: a copy of a keep leads to nobody, and is not killed through', async (context) => {
  const home = new TestHome(context);
  const engine = await home.open();
  const { id, pid } = await run(engine, 'sleep 100');
  const copy = `${home.keep(id)}-copy`;
  cpSync(home.keep(id), copy, { recursive: true, filter: (path) => !path.endsWith('/control') });
  context.after(() => removeFolder(copy));
  const keeper = (...words: string[]) => execFileSync(findKeeperProgram(), words, { encoding: 'utf8' });
  assert.match(keeper('status', copy), /state=lost/);
  assert.match(keeper('kill', copy, '--grace', '10'), /killed=0/);
  assert.ok(pid);
  process.kill(pid, 0);
  assert.equal(engine.get(id).life.state, 'running');
});

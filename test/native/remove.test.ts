import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { numberField } from '../../src/keeper/frames/record.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { isAlive, until } from '../engine/test-home.ts';
import { TestPlace } from './test-hub.ts';

function remove(keep: string) {
  const { status, stderr } = spawnSync(findKeeperProgram(), ['remove', keep], { encoding: 'utf8' });
  return { code: status, said: stderr };
}

async function ended(place: TestPlace, command = 'seq 300000', limit = 262_144): Promise<string> {
  const hub = place.hub();
  const request = place.request(command, [
    ['limit', limit],
    ['spec', '{}'],
  ]);
  await hub.spawn(request.record);
  await until(
    () => existsSync(join(request.keep, 'exit')) && !existsSync(join(request.keep, 'control')),
    'it left',
  );
  return request.keep;
}

test('a keep that is over is removed with all its segments, and one that is not there is fine', async (context) => {
  const keep = await ended(new TestPlace(context));
  assert.deepEqual(remove(keep), { code: 0, said: '' });
  assert.ok(!existsSync(keep));
  assert.deepEqual(remove(keep), { code: 0, said: '' });
});

test('a keep whose keeper or command lives stays', async (context) => {
  const place = new TestPlace(context);
  const request = place.request('sleep 100');
  const started = await place.hub().spawn(request.record);
  assert.match(remove(request.keep).said, /its keeper lives/);
  process.kill(numberField(started, 'keeper_pid') ?? 0, 'SIGKILL');
  await until(() => !isAlive(numberField(started, 'keeper_pid') ?? 0), 'the keeper is dead');
  const refused = remove(request.keep);
  assert.equal(refused.code, 1);
  assert.match(refused.said, /runs without a keeper/);
  process.kill(numberField(started, 'pid') ?? 0, 'SIGKILL');
  await until(() => remove(request.keep).code === 0, 'it can be removed');
  assert.ok(!existsSync(request.keep));
});

test('what no keeper wrote keeps the folder as it is', async (context) => {
  const place = new TestPlace(context);
  const keep = await ended(place);
  for (const name of ['notes.txt', 'output/notes.txt', 'output/0000000000000000.log.bak']) {
    writeFileSync(join(keep, name), 'mine');
    const { code, said } = remove(keep);
    assert.equal(code, 1);
    assert.ok(said.includes(name), said);
    assert.ok(existsSync(join(keep, 'exit')) && existsSync(join(keep, name)));
    rmSync(join(keep, name));
  }
  mkdirSync(join(keep, 'spec.new'));
  assert.equal(remove(keep).code, 1);
  removeFolder(join(keep, 'spec.new'));
});

test('no link is followed, and only a folder named as a keep is touched', async (context) => {
  const place = new TestPlace(context);
  const keep = await ended(place);
  const link = place.keep('proc_link');
  symlinkSync(keep, link);
  assert.equal(remove(link).code, 1);
  rmSync(link);
  const elsewhere = join(place.folder, 'elsewhere');
  renameSync(join(keep, 'output'), elsewhere);
  symlinkSync(elsewhere, join(keep, 'output'));
  assert.equal(remove(keep).code, 1);
  assert.ok(existsSync(join(elsewhere, '0000000000000000.log')));
  rmSync(join(keep, 'output'));
  renameSync(elsewhere, join(keep, 'output'));
  const renamed = join(place.folder, 'other_name');
  renameSync(keep, renamed);
  for (const path of [renamed, `${keep}/`, '/', 'proc_relative', place.keep('proc_../x')])
    assert.equal(remove(path).code, 1, path);
  assert.ok(existsSync(join(renamed, 'exit')));
});

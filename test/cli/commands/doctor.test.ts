import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { after, test } from 'node:test';
import { CliHome } from '../cli-home.ts';

const home = new CliHome(after);
type Line = { check: string; result: string; message: string; fix: string };

test('doctor looks at everything, and everything here is well', async () => {
  const checks = await home.json<Line>('doctor');
  assert.deepEqual(
    checks.map(({ check }) => check),
    [
      'node',
      'keeper',
      'shell',
      'home',
      'config',
      'disk',
      'daemon',
      'programs',
      'cgroup',
      'scope',
      'bubblewrap',
    ],
  );
  assert.deepEqual(
    checks.filter(({ result }) => result === 'fail'),
    [],
  );
  assert.match(await home.ok('doctor'), /^ok {4}keeper/m);
});

test('what is wrong is named with its cure', async () => {
  chmodSync(home.folder, 0o755);
  const { code, stdout } = await home.run(['doctor']);
  chmodSync(home.folder, 0o700);
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`^fail  home .*mode 0755.*\\n +Run: chmod 700 ${home.folder}$`, 'm'));
});

test('a missing keeper is named with its cure', async () => {
  const { code, stdout } = await home.run(['doctor', '--json'], { env: { RINGBACK_KEEPER: '/no/keeper' } });
  assert.equal(code, 1);
  assert.match(stdout, /"check":"keeper","result":"fail","message":"RINGBACK_KEEPER names \/no\/keeper/);
});

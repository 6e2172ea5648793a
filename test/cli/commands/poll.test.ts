import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WirePoll } from '../../../src/wire/process.ts';
import { CliHome } from '../cli-home.ts';

const home = new CliHome(after);

test('poll shows a running process, then how it ended', async () => {
  const id = await home.start('--stdin', '--', 'echo first; read x; echo second; exit 3');
  await home.client().follow(id, { from: 0 }).next();
  const [running] = await home.json<WirePoll>('poll', id);
  assert.deepEqual(
    [running?.status, running?.output_preview, running?.exit_code],
    ['running', 'first\n', null],
  );
  assert.match(await home.ok('poll', id), /running for .*\n(.*\n)+first$/m);

  await home.ok('submit', id, 'go');
  await home.run(['wait', id]);
  const [ended] = await home.json<WirePoll>('poll', id, '--cursor', running?.cursor ?? '');
  assert.deepEqual(
    [
      ended?.status,
      ended?.output_preview,
      ended?.exit_code,
      ended?.completion_reason,
      ended?.termination_source,
    ],
    ['exited', 'second\n', 3, 'exited', ''],
  );
  assert.match(await home.ok('poll', id), /exited with 3 after/);
});

test('descendants left behind are reported', async () => {
  const id = await home.start('--', 'sleep 60 & exit 0');
  await home.ok('wait', id);
  assert.match(await home.ok('poll', id), /processes it started that still run: 1/);
});

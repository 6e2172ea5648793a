import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { withoutJob } from '../../../../src/backends/kinds/slurm/front.ts';
import { jobScript } from '../../../../src/backends/kinds/slurm/job-script.ts';
import { slurm } from '../../../../src/backends/kinds/slurm/slurm.ts';
import { validate } from '../../../../src/base/validate.ts';

const read = (settings: unknown) => validate(slurm.schema, settings, 'it');

test('nothing has to be said', () => {
  assert.deepEqual(read({}), { sbatch: [], srun: [], clientEnv: {} });
});

test('options of sbatch and srun go through as they are', () => {
  const sbatch = ['--time=1:00:00', '--partition=gpu', '--nodes=2', '--exclusive', '--wait-all-nodes=1'];
  assert.deepEqual(read({ sbatch }).sbatch, sbatch);
  assert.deepEqual(read({ srun: ['--cpu-bind=none'] }).srun, ['--cpu-bind=none']);
});

for (const option of [
  '--job-name=x',
  '--job=x',
  '--output=/tmp/o',
  '--requeue',
  '--array=1-3',
  '--wrap=ls',
  '--wait',
])
  test(`${option} is ours, also when it is shortened`, () => {
    assert.throws(
      () => read({ sbatch: [option] }),
      /"sbatch.0" cannot be given: Ringback sets this option of sbatch/,
    );
  });

for (const option of ['-p', '-pgpu', 'gpu', '--', '', '--a\0b=x'])
  test(`${JSON.stringify(option)} is no option in its long form`, () => {
    assert.throws(
      () => read({ sbatch: [option] }),
      /"sbatch.0" must be an option of sbatch in its long form/,
    );
  });

test('variables of the clients have names', () => {
  assert.throws(() => read({ clientEnv: { 'A=B': 'x' } }), /is no name of a variable/);
});

test('the script runs the words as they are', () => {
  const words = ['a b', '$HOME', "it's", '', '"', '`id`', 'x\ny', '#SBATCH --wrap', '\\'];
  const script = jobScript(['printf', '[%s]', ...words]);
  const printed = execFileSync('/bin/sh', { input: script, encoding: 'utf8' });
  assert.equal(printed, words.map((word) => `[${word}]`).join(''));
});

test('the script runs nothing in a job that was requeued', () => {
  const env = { ...process.env, SLURM_RESTART_COUNT: '1' };
  const { status, stdout } = spawnSync('/bin/sh', {
    input: jobScript(['echo', 'ran']),
    env,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout], [75, '']);
});

test('the job that the daemon may run in itself is no default of its jobs', () => {
  const env = {
    PATH: '/bin',
    SLURM_CONF: '/c',
    SLURM_JOB_ID: '7',
    SBATCH_PARTITION: 'x',
    SLURM_MEM_PER_CPU: '1',
  };
  assert.deepEqual(withoutJob(env), { PATH: '/bin', SLURM_CONF: '/c' });
});

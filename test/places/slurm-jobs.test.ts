/** Commands as jobs: queued, cancelled by others, and over a slurmd that dies. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../cli/cli-home.ts';
import { Slurm, whyNoSlurm } from '../testbed/servers/slurm.ts';
import { openTrial } from './behaviours/open-trial.ts';
import { awaitFile, numbered, printNumbered, type Trial } from './behaviours/trial.ts';
import { slurmSite } from './slurm-site.ts';

const skip = await whyNoSlurm();

async function open(t: TestContext): Promise<{ trial: Trial; slurm: Slurm }> {
  let slurm: Slurm | undefined;
  const trial = await openTrial(t, async (undo) => {
    slurm = await Slurm.start(undo);
    return slurmSite(slurm, undo, { sbatch: ['--cpus-per-task=2'] });
  });
  assert.ok(slurm);
  return { trial, slurm };
}

test('behind another it is queued, for people and for agents; cancelled there it never ran', {
  skip,
}, async (t) => {
  const { trial } = await open(t);
  const ahead = await trial.start('echo ahead; exec sleep 600');
  await trial.printed(ahead, 'ahead');
  const behind = await trial.start('echo behind');
  const waiting = await trial.start('echo waiting', '--notify', '--session', 'me');
  assert.equal((await trial.client.get(behind)).status, 'queued');
  await until(async () => /Resources|Priority/.test((await trial.client.get(behind)).note ?? ''), 'a reason');
  assert.match(await trial.cli.ok('ls'), new RegExp(`${behind}.* queued`));
  const refused = await trial.cli.run(['write', behind, 'x']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /is queued: it does not run yet/);

  assert.match(await trial.cli.ok('kill', waiting), /lost: Slurm's job \d+ was cancelled/);
  const { status, exit_code } = await trial.client.get(waiting);
  assert.deepEqual([status, exit_code], ['lost', null]);
  assert.ok(!(await trial.site.inside(`ls ${trial.site.folder}/requests`)).includes(waiting), 'its secrets');
  await trial.cli.ok('kill', ahead);
  assert.equal((await trial.ended(behind)).exit_code, 0);
  assert.equal(String(await trial.output(behind)), 'behind\n');
  assert.equal(String(await trial.output(waiting)), '');
});

test('scancel by somebody else shows as killed, with all that was printed', { skip }, async (t) => {
  const { trial, slurm } = await open(t);
  // Slurm signals everybody: it takes its time, so that who asks for its end is heard before it has ended by itself.
  const id = await trial.start(
    `trap 'trap "" TERM; echo last words; sleep 0.5; exit 4' TERM; echo before; while :; do sleep 0.1; done`,
  );
  await trial.printed(id, 'before');
  await slurm.client('scancel', '--user=root');
  const { status, completion_reason, termination_source, exit_code } = await trial.ended(id);
  assert.deepEqual(
    [status, completion_reason, termination_source, exit_code],
    ['exited', 'killed', 'backend_lost', 4],
  );
  // Its shell may say of each sleep that it was ended.
  assert.match(String(await trial.output(id)), /^before\n(Terminated\n)*last words\n$/);
});

test('slurmd killed, ended without, and started again: neither output nor exit code is lost', {
  skip,
}, async (t) => {
  const { trial, slurm } = await open(t);
  const { file } = trial.newMark();
  const id = await trial.start(`echo before; ${awaitFile(file)}; ${printNumbered('line', 10_000)}; exit 11`);
  await trial.printed(id, 'before');
  await slurm.killNode();
  await trial.site.inside(`touch ${file}`);
  await trial.ended(id);
  await slurm.startNode();
  assert.equal((await trial.ended(id)).exit_code, 11);
  assert.equal(String(await trial.output(id)), `before\n${numbered('line', 10_000)}`);
});

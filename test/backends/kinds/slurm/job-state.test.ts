/** What Slurm 22.05 printed for real jobs, and what is made of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isUnknownJob,
  type JobFacts,
  parseJob,
  parseRecord,
  toJobState,
} from '../../../../src/backends/kinds/slurm/job-state.ts';

/** The line of one job, shortened at its end. */
const line = (state: string, reason: string, exit: string, more = 'NodeList=vm BatchHost=vm', restarts = 0) =>
  `JobId=3 JobName=ringback-x UserId=root(0) GroupId=root(0) MCS_label=N/A Priority=4294901759 Nice=0 Account=(null) ` +
  `QOS=(null) JobState=${state} Reason=${reason} Dependency=(null) Requeue=0 Restarts=${restarts} BatchFlag=1 Reboot=0 ` +
  `ExitCode=${exit} RunTime=00:02:06 TimeLimit=365-00:00:00 TimeMin=N/A SubmitTime=2026-11-15T08:55:23 ` +
  `Partition=all AllocNode:Sid=localhost:6387 ReqNodeList=(null) ExcNodeList=(null) ${more} NumNodes=1 NumCPUs=2 ` +
  `Command=(null) WorkDir=/ StdErr=/dev/null StdIn=/dev/null StdOut=/dev/null Power= \n`;

function read(printed: string) {
  const facts = parseJob(printed);
  assert.ok(facts);
  return toJobState('3', facts);
}

const over = (how: string) => ({ state: 'over', reason: `Slurm's job 3 ${how}.` });

const rows: readonly [string, object | undefined][] = [
  [line('RUNNING', 'None', '0:0'), { state: 'running' }],
  [line('PENDING', 'Resources', '0:0', 'NodeList='), { state: 'queued', reason: 'Resources' }],
  [line('PENDING', 'Priority', '0:0', 'NodeList= SchedNodeList=vm'), { state: 'queued', reason: 'Priority' }],
  [line('CONFIGURING', 'None', '0:0'), { state: 'queued', reason: 'CONFIGURING' }],
  [line('SUSPENDED', 'None', '0:0'), { state: 'running' }],
  [line('COMPLETING', 'None', '0:0'), { state: 'running' }],
  [line('COMPLETED', 'None', '0:0'), over('is completed')],
  [line('CANCELLED', 'Resources', '0:0', 'NodeList='), over('was cancelled')],
  [line('CANCELLED', 'None', '0:15'), over('was cancelled')],
  [line('TIMEOUT', 'TimeLimit', '0:15'), over('ran out of its time limit')],
  [line('NODE_FAIL', 'NodeDown', '0:15'), over('ended because its node failed')],
  [line('OUT_OF_MEMORY', 'OutOfMemory', '0:125'), over('ended because it was out of memory')],
  [line('FAILED', 'NonZeroExitCode', '7:0'), over('failed with exit code 7')],
  [line('FAILED', 'JobLaunchFailure', '0:9'), over('failed with signal 9')],
  [
    line('FAILED', 'NonZeroExitCode', '127:0'),
    over('failed with exit code 127 (the keeper cannot be run on vm: are its files seen there?)'),
  ],
  [line('PENDING', 'BeginTime', '0:0', 'NodeList=', 1), over('was requeued: what ran in it was ended')],
  [line('RUNNING', 'None', '0:0', 'NodeList=vm', 1), over('was requeued: what ran in it was ended')],
  [line('CANCELLED', 'BeginTime', '0:0', 'NodeList=', 1), over('was cancelled')],
  [line('TELEPORTING', 'None', '0:0'), undefined],
];

for (const [printed, expected] of rows) {
  const [, state] = /JobState=(\w+ Reason=\w+)/.exec(printed) ?? [];
  test(`${state}: ${JSON.stringify(expected)}`, () => assert.deepEqual(read(printed), expected));
}

test('the facts of a job', () => {
  assert.deepEqual(parseJob(line('RUNNING', 'None', '0:0')), {
    name: 'ringback-x',
    state: 'RUNNING',
    reason: 'None',
    restarts: 0,
    exit: '0:0',
    host: 'vm',
  } satisfies JobFacts);
  assert.equal(parseJob(line('PENDING', 'Resources', '0:0', 'NodeList='))?.host, '');
});

test('what is no job is none', () => {
  assert.equal(parseJob(''), undefined);
  assert.equal(
    parseJob('slurm_load_jobs error: Unable to contact slurm controller (connect failure)'),
    undefined,
  );
});

test('only a controller that answers can say that a job is unknown', () => {
  assert.ok(isUnknownJob('slurm_load_jobs error: Invalid job id specified\n'));
  assert.ok(isUnknownJob('scancel: error: Kill job error on job id 777: Invalid job id specified\n'));
  assert.ok(!isUnknownJob('slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n'));
});

test('what accounting kept of a forgotten job', () => {
  const facts = parseRecord('ringback-x|CANCELLED by 0|0:15\n');
  assert.ok(facts);
  assert.equal(facts.name, 'ringback-x');
  assert.deepEqual(toJobState('3', facts), over('was cancelled'));
  assert.equal(parseRecord(''), undefined);
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { toRows } from '../../../src/cli/commands/ls.ts';
import { describe as describePoll } from '../../../src/cli/commands/poll.ts';
import type { WireEnvironment, WireTestStep } from '../../../src/wire/environment.ts';
import type { WireListed, WirePoll } from '../../../src/wire/process.ts';
import { CliHome } from '../cli-home.ts';

const unserved = { type: 'docker', image: 'debian:13', socket: 'unix:///nowhere/docker.sock' };
const environments = { box: unserved, slip: { ...unserved, imgae: 'x' }, odd: { type: 'dokcer' } };
const home = new CliHome(after, { environments });
const plain = new CliHome(after);

test('env ls shows this machine and what is configured, with what is wrong there', async () => {
  const rows = (await home.ok('env', 'ls')).trimEnd().split('\n');
  assert.match(rows[0] ?? '', /^NAME +TYPE +WHERE +STATE +RUNNING +DETAIL$/);
  assert.match(rows[1] ?? '', new RegExp(`^local +local +${hostname()} +connected +\\d+$`));
  assert.match(rows[2] ?? '', /^box +docker +image debian:13 +unused +0$/);
  assert.match(rows[3] ?? '', /^slip +- +- +wrong +0 +.*"imgae"; did you mean "image"\?$/);
  assert.match(rows[4] ?? '', /^odd +- +- +wrong +0 +.*no type "dokcer".*"docker"\?$/);
});

test('env ls --json prints one object each, and counts what runs', async () => {
  const before = await home.json<WireEnvironment>('env', 'ls');
  assert.deepEqual(
    before.map(({ name }) => name),
    ['local', 'box', 'slip', 'odd'],
  );
  await home.start('--', 'sleep 60');
  const [local] = await home.json<WireEnvironment>('env', 'ls');
  assert.equal(local?.running, (before[0]?.running ?? 0) + 1);
});

test('where nothing is configured it says how to do so', async () => {
  const { code, stderr } = await plain.run(['env', 'ls']);
  assert.equal(code, 0);
  assert.match(stderr, /"environments" in .*config\.json/);
});

test('env test runs a command through all that it needs, and times each step', async () => {
  const { code, stdout } = await home.run(['env', 'test', 'local']);
  assert.equal(code, 0);
  const steps = stdout.trimEnd().split('\n');
  assert.deepEqual(
    steps.map((line) => /^ok {4}(\w+(?: \w+)?) +\d+ ms {2}./.exec(line)?.[1]),
    ['start', 'output', 'input', 'agents', 'exit code'],
  );
  const json = await home.json<WireTestStep>('env', 'test', 'local');
  assert.ok(json.every(({ is_fine, ms }) => is_fine && ms >= 0));
  assert.equal(json.length, 5);
});

test('env test of a wrong entry fails with what to do', async () => {
  const { code, stdout } = await home.run(['env', 'test', 'slip']);
  assert.equal(code, 1);
  assert.match(stdout, /^fail {2}settings .*did you mean "image"\?\n +Settings of docker: .*image/);
});

test('env test ends with the first step that fails', async () => {
  const { code, stdout } = await home.run(['env', 'test', 'box']);
  assert.equal(code, 1);
  const steps = stdout.split('\n').filter((line) => /^(ok|fail) /.test(line));
  assert.match(steps[0] ?? '', /^ok {4}settings +0 ms {2}docker, image debian:13$/);
  assert.deepEqual(
    steps.map((line) => line.startsWith('fail')),
    [...steps.slice(1).map(() => false), true],
  );
  assert.match(steps.at(-1) ?? '', /nowhere/);
});

test('an unknown environment is answered with those that there are', async () => {
  for (const args of [
    ['env', 'test', 'moon'],
    ['run', '--on', 'moon', '--', 'true'],
  ]) {
    const { code, stderr } = await home.run(args);
    assert.equal(code, 1);
    assert.match(stderr, /no environment "moon"\.\nConfigured here: "local", "box", "slip", "odd"\./);
  }
  assert.equal((await home.run(['run', '--on', 'slip', '--', 'true'])).code, 2);
});

test('an environment that is added is there without a restart of the daemon', async () => {
  const { pid } = await plain.client().health();
  assert.match((await plain.run(['run', '--on', 'new', '--', 'true'])).stderr, /no environment "new"/);
  const config = JSON.stringify({ environments: { new: { type: 'dokcer' } } });
  writeFileSync(join(plain.folder, 'config.json'), config);
  assert.match((await plain.run(['run', '--on', 'new', '--', 'true'])).stderr, /no type "dokcer"/);
  assert.equal((await plain.client().health()).pid, pid);
});

test('what env does not know is a usage error', async () => {
  const wrong: [args: string[], message: RegExp][] = [
    [['env'], /missing action\nActions: ls, test/],
    [['env', 'fly'], /unknown action 'fly'\nActions: ls, test/],
    [['env', 'test'], /missing argument: NAME/],
    [['env', 'ls', 'box'], /too many arguments: box/],
    [['env', 'test', 'box', '--timeout', 'x'], /--timeout must be/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await home.run(args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
});

test('--env sets variables beside one’s own, or hands on one', async () => {
  const { code, stdout } = await home.run(
    ['run', '--env', 'A=1=2', '--env', 'B', '--env', 'C=', '--wait', '--', 'echo "$A $B $C $OWN"'],
    { env: { B: 'b', OWN: 'own' } },
  );
  assert.deepEqual([code, stdout], [0, '1=2 b  own\n']);
  const unset = await home.run(['run', '--env', 'NOT_SET', '--', 'true']);
  assert.equal(unset.code, 2);
  assert.match(unset.stderr, /NOT_SET: the variable is not set/);
  assert.equal((await home.run(['run', '--env', '=x', '--', 'true'])).code, 2);
});

test('doctor looks at each environment without connecting, and with --connect runs a command there', async () => {
  const seen = await home.run(['doctor']);
  assert.equal(seen.code, 1);
  assert.match(seen.stdout, /^ok {4}env box {5}docker, image debian:13; to test it: ringback env test box$/m);
  assert.match(seen.stdout, /^fail {2}env box .*nowhere/m);
  assert.match(seen.stdout, /^fail {2}env slip .*"imgae"; did you mean "image"\?\n +Settings of docker/m);
  const tried = await home.run(['doctor', '--connect']);
  assert.equal(tried.code, 1);
  assert.match(tried.stdout, /^ok {4}env box {5}settings: docker, image debian:13 \(0 ms\)$/m);
});

const listed = {
  session_id: 'proc_000000000001',
  command: 'true',
  started_at: new Date().toISOString(),
  uptime_seconds: 5,
  status: 'running',
  exit_code: null,
  environment: 'local',
} as WireListed;

test('ls shows where something runs as soon as one does not run here', () => {
  assert.deepEqual(toRows([listed])[0], ['ID', 'STATUS', 'AGE', 'TIME', 'COMMAND']);
  const there = { ...listed, environment: 'box', status: 'queued' } as const;
  const [head, first, second] = toRows([listed, there]);
  assert.deepEqual(head, ['ID', 'STATUS', 'AGE', 'TIME', 'ON', 'COMMAND']);
  assert.deepEqual([first?.[4], second?.[4], second?.[1]], ['local', 'box', 'queued']);
});

test('poll tells where it runs, and of what is queued since when and why', () => {
  const poll = { ...listed, cwd: '/x', output_preview: '', idle_seconds: 1, pid: 7 } as unknown as WirePoll;
  assert.doesNotMatch(describePoll(poll), /^on /m);
  const text = describePoll({ ...poll, environment: 'box', status: 'queued', pid: null, note: 'Priority' });
  assert.match(text, /^proc_000000000001 queued for 5s$/m);
  assert.match(text, /^on {7}box$/m);
  assert.match(text, /^note {5}Priority$/m);
});

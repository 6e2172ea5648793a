/** Jobs of a real Slurm: how they are submitted, found again, looked at, and how programs are run beside them. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { spawnProgram } from '../../src/backends/child-program.ts';
import type { Batch, Environment, OpenEnvironment, Place, PlaceRef } from '../../src/backends/environment.ts';
import { PlaceGone } from '../../src/backends/environment.ts';
import { slurm as kind } from '../../src/backends/kinds/slurm/slurm.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { isAlive, until } from '../cli/cli-home.ts';
import { Slurm, whyNoSlurm } from '../testbed/servers/slurm.ts';

const never = new AbortController().signal;
let lastId = 0;
const nextId = () => `proc_${String(++lastId).padStart(12, '0')}`;

describe('Slurm', { skip: await whyNoSlurm() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-jobs-'));
  const undo: (() => void | Promise<void>)[] = [() => removeFolder(folder)];
  // Not `after` inside of `before`: that would be over with `before` itself.
  after(async () => {
    for (const clean of undo) await clean();
  });
  let slurm: Slurm;
  let environment: Environment;
  let batch: Batch;
  let front: Place;

  before(async () => {
    slurm = await Slurm.start((clean) => undo.push(clean));
    ({ environment, batch } = open({ sbatch: ['--cpus-per-task=2', '--mem=900', '--time=10'] }));
    front = await batch.openFront(never);
  });

  function open(settings: object, more: Partial<OpenEnvironment> = {}) {
    const parsed = kind.schema.parse({ clientEnv: slurm.env, ...settings });
    const made = kind.create(parsed, { name: 'cluster', folder, owner: 'test', ...more });
    assert.ok(made.batch);
    return { environment: made, batch: made.batch };
  }

  const submit = (script: string, processId = nextId()) =>
    batch.submit(front, { processId, args: ['/bin/sh', '-c', script] });
  const look = (ref: PlaceRef) => batch.look(front, ref);
  const isOver = (ref: PlaceRef) =>
    until(async () => (await look(ref)).state === 'over', 'the end of the job');

  async function running(script = 'exec sleep 600'): Promise<PlaceRef> {
    const ref = await submit(script);
    await until(async () => (await look(ref)).state === 'running', 'a running job');
    return ref;
  }

  async function cancel(ref: PlaceRef): Promise<void> {
    await environment.release?.(ref);
    await isOver(ref);
  }

  test('submitted again it is the job of the first time, also when that is over', async () => {
    const id = nextId();
    const first = await submit('exit 0', id);
    assert.deepEqual(await submit('exit 0', id), first);
    await isOver(first);
    assert.deepEqual(await submit('exit 0', id), first);
    assert.deepEqual(await look(first), {
      state: 'over',
      reason: `Slurm's job ${first.job} is completed.`,
    });
  });

  test('behind a job that has all processors it is queued, and cannot be opened yet', async () => {
    const ahead = await running();
    const behind = await submit('exec sleep 600');
    await until(async () => {
      const state = await look(behind);
      return state.state === 'queued' && state.reason === 'Resources';
    }, 'a reason');
    await assert.rejects(environment.open({ ref: behind }, never), (error: Error) => {
      assert.ok(!(error instanceof PlaceGone));
      assert.equal(error.message, `Slurm's job ${behind.job} is queued (Resources).`);
      return true;
    });
    await cancel(behind);
    await cancel(ahead);
  });

  test('taken out of the queue, one that has begun goes on', async () => {
    const ahead = await running();
    const behind = await submit('exec sleep 600');
    await until(async () => (await look(behind)).state === 'queued', 'the queue');
    await batch.cancelQueued(front, ahead);
    await batch.cancelQueued(front, behind);
    await isOver(behind);
    assert.equal((await look(ahead)).state, 'running');
    await cancel(ahead);
  });

  test('what it runs has the environment of the user, not ours, and gives it to its own steps', async () => {
    const file = join(folder, 'environment');
    process.env.RINGBACK_TEST_SECRET = 'x';
    const ref = await submit(`env > ${file}; echo step-$(srun printenv HOME) >> ${file}`);
    delete process.env.RINGBACK_TEST_SECRET;
    await isOver(ref);
    const lines = readFileSync(file, 'utf8').split('\n');
    assert.ok(lines.includes(`HOME=${process.env.HOME}`));
    assert.ok(lines.includes(`step-${process.env.HOME}`));
    assert.ok(!lines.some((line) => line.startsWith('RINGBACK_TEST_SECRET')));
  });

  test('the exit code of a job that failed is said, and whose it is when the program is not there', async () => {
    const failed = await submit('exit 7');
    await isOver(failed);
    assert.deepEqual(await look(failed), {
      state: 'over',
      reason: `Slurm's job ${failed.job} failed with exit code 7.`,
    });
    const absent = await batch.submit(front, { processId: nextId(), args: ['/nowhere/ringback-keeper'] });
    await isOver(absent);
    assert.match(
      JSON.stringify(await look(absent)),
      /exit code 127 \(the keeper cannot be run on \w+: are its/,
    );
  });

  describe('in a running job that uses all there is', () => {
    let ref: PlaceRef;
    let place: Place;

    before(async () => {
      ref = await running();
      place = await environment.open({ ref }, never);
    });
    after(() => cancel(ref));

    test('20 MB go through both ways, every byte', async () => {
      const bytes = randomBytes(20 << 20);
      const program = await place.run(['cat']);
      program.stdin.end(bytes);
      const chunks: Buffer[] = [];
      for await (const chunk of program.stdout) chunks.push(chunk);
      assert.ok(Buffer.concat(chunks).equals(bytes));
      assert.deepEqual(await program.ended, { code: 0, stderr: '' });
    });

    test('what is printed comes at once, without an end of line', async () => {
      const program = await place.run([
        'sh',
        '-c',
        'printf x; read -r word; printf "%s" "$word"; cat; echo end',
      ]);
      const chunks = program.stdout[Symbol.asyncIterator]();
      assert.equal(String((await chunks.next()).value), 'x');
      program.stdin.write('hello\n');
      assert.equal(String((await chunks.next()).value), 'hello');
      program.stdin.end();
      assert.equal(String((await chunks.next()).value), 'end\n');
      assert.equal((await program.ended).code, 0);
    });

    test('arguments arrive as they are', async () => {
      const args = ['a b', '$HOME', "it's", '', '"', '%t %j', '\\n', '--jobid=1', '-n', 'ü\n'];
      const { stdout } = await runToEnd(place, ['printf', '[%s]', ...args]);
      assert.equal(stdout, args.map((arg) => `[${arg}]`).join(''));
    });

    test('exit codes and complaints come through', async () => {
      const outcome = await runToEnd(place, ['sh', '-c', 'echo hm >&2; exit 37']);
      assert.equal(outcome.code, 37);
      assert.match(outcome.stderr, /^hm$/m);
      assert.equal((await runToEnd(place, ['sh', '-c', 'kill -9 $$'])).code, 137);
    });

    test('several programs run at once', async () => {
      const lines = await Promise.all([1, 2, 3].map(() => place.run(['cat'])));
      for (const line of lines) line.stdin.write('here');
      for (const line of lines)
        assert.equal(String((await line.stdout[Symbol.asyncIterator]().next()).value), 'here');
      for (const line of lines) line.close();
      for (const line of lines) await line.ended;
    });

    test('a program that was hung up on ends, and the job does not', async () => {
      const file = join(folder, 'hung-up');
      const program = await place.run(['sh', '-c', `cat; touch ${file}`]);
      program.close();
      assert.equal((await program.ended).code, 0);
      assert.ok(existsSync(file));
      assert.deepEqual(await look(ref), { state: 'running' });
    });

    test('a line whose both ends were cut at once is cleared away by the next opening', async () => {
      const program = await place.run(['sh', '-c', 'echo $$; cat; exec sleep 600']);
      const pid = Number(String((await program.stdout[Symbol.asyncIterator]().next()).value));
      // Stopped first: the second of them would see to the step when the first one dies.
      const both = await pidsOf('srun', `--jobid=${ref.job}`);
      for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const one of both) process.kill(one, signal);
      assert.equal((await program.ended).code, null);
      assert.ok(isAlive(pid));
      const again = await environment.open({ ref }, never);
      await until(() => !isAlive(pid), 'the end of the old line');
      assert.equal((await runToEnd(again, ['true'])).code, 0);
    });
  });

  test('a killed slurmd takes nothing along: lines go on, and new ones are there when it is back', async () => {
    const file = join(folder, 'held');
    const ref = await running(`echo $$ > ${file}; exec sleep 600`);
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 'the process');
    const pid = Number(readFileSync(file, 'utf8'));
    const place = await environment.open({ ref }, never);
    const line = await place.run(['cat']);
    const chunks = line.stdout[Symbol.asyncIterator]();
    line.stdin.write('before');
    assert.equal(String((await chunks.next()).value), 'before');

    await slurm.killNode();
    line.stdin.write('meanwhile');
    assert.equal(String((await chunks.next()).value), 'meanwhile');
    assert.deepEqual(await look(ref), { state: 'running' });
    await slurm.startNode();

    assert.ok(isAlive(pid));
    assert.equal((await runToEnd(place, ['echo', 'again'])).stdout, 'again\n');
    line.stdin.end('after');
    assert.equal(String((await chunks.next()).value), 'after');
    assert.equal((await line.ended).code, 0);
    await cancel(ref);
    assert.ok(!isAlive(pid));
  });

  test('without slurmctld nothing is over: it is an error that says so', async () => {
    const ref = await running();
    const check = async () => (await kind.check?.(kind.schema.parse({ clientEnv: slurm.env })))?.[0]?.isFine;
    assert.equal(await check(), true);
    await slurm.stopController();
    assert.equal(await check(), false);
    const isDown = (error: Error) =>
      !(error instanceof PlaceGone) && /Unable to contact slurm controller/.test(error.message);
    const tries = [look(ref), environment.open({ ref }, never)];
    await Promise.all(tries.map((one) => assert.rejects(one, isDown)));
    await slurm.startController();
    await until(async () => (await look(ref)).state === 'running', 'the job, still there');
    await cancel(ref);
  });

  test('cancelled from outside it is over with that reason', async () => {
    const ref = await running();
    await slurm.client('scancel', String(ref.job));
    await isOver(ref);
    const reason = `Slurm's job ${ref.job} was cancelled.`;
    assert.deepEqual(await look(ref), { state: 'over', reason });
    await assert.rejects(environment.open({ ref }, never), (error) => {
      assert.ok(error instanceof PlaceGone);
      assert.equal(error.message, reason);
      return true;
    });
    await environment.release?.(ref);
  });

  test('a job that somebody requeued is over, and its command is not run again', async () => {
    const file = join(folder, 'runs');
    const ref = await running(`echo run >> ${file}; exec sleep 600`);
    await until(() => existsSync(file), 'the first run');
    await slurm.client('scontrol', 'update', `jobid=${ref.job}`, 'requeue=1');
    await slurm.client('scontrol', 'requeue', String(ref.job));
    await isOver(ref);
    assert.match(JSON.stringify(await look(ref)), /was requeued/);
    const facts = () => slurm.client('scontrol', '--oneliner', 'show', 'job', String(ref.job));
    await until(async () => /JobState=PENDING/.test(await facts()), 'its second turn');
    // Not in the same second: then Slurm refuses it as the one that it has just ended. By itself it waits two minutes.
    await slurm.client('scontrol', 'update', `jobid=${ref.job}`, 'starttime=now+3');
    await until(async () => /JobState=FAILED/.test(await facts()), 'its second end');
    assert.match(await facts(), /Restarts=1 .* ExitCode=75:0/);
    assert.equal(readFileSync(file, 'utf8'), 'run\n');
  });

  test('a number that is not ours is unknown, and left alone', async () => {
    assert.deepEqual(await look({ job: '999999', name: 'ringback-x' }), {
      state: 'over',
      reason: 'Slurm no longer knows job 999999.',
    });
    const ref = await running();
    const other = { ...ref, name: 'ringback-of-an-older-cluster' };
    assert.equal((await look(other)).state, 'over');
    await environment.release?.(other);
    assert.deepEqual(await look(ref), { state: 'running' });
    await environment.release?.(ref);
    await isOver(ref);
  });

  test('a job is opened by its process alone, when its number was not written down', async () => {
    const processId = nextId();
    await assert.rejects(environment.open({ processId }, never), /has to be submitted first/);
    const ref = await submit('exec sleep 600', processId);
    await until(async () => (await look(ref)).state === 'running', 'a running job');
    assert.deepEqual((await environment.open({ processId }, never)).ref, ref);
    await cancel(ref);
  });

  test('via another environment the client programs are run there', async () => {
    const ref = await running();
    const programs: string[] = [];
    let closed = 0;
    const login: Place = {
      ref: {},
      run: (args) => {
        programs.push(String(args.find((arg) => /^s[a-z]+$/.test(arg))));
        return front.run(args);
      },
      close: async () => void closed++,
    };
    const names: string[] = [];
    const openOther = async (name: string) => {
      names.push(name);
      return login;
    };
    const place = await open({ via: 'login' }, { openOther }).environment.open({ ref }, never);
    assert.equal((await runToEnd(place, ['echo', 'hello'])).stdout, 'hello\n');
    await place.close();
    assert.deepEqual([names, programs, closed], [['login'], ['scontrol', 'squeue', 'srun'], 1]);
    await cancel(ref);
  });
});

async function pidsOf(program: string, argument: string): Promise<number[]> {
  const here = { run: (args: readonly string[]) => spawnProgram(args) };
  const { stdout } = await runToEnd(here, ['pgrep', '-x', program]);
  const isIts = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
    } catch {
      return false;
    }
  };
  return stdout
    .split('\n')
    .filter((pid) => pid !== '' && isIts(pid))
    .map(Number);
}

import assert from 'node:assert/strict';
import type { WireKill } from '../../../src/wire/kill.ts';
import { until } from '../../cli/cli-home.ts';
import type { Trial } from './trial.ts';

/** Each of them has left its parent, its group or its session, or does not hear SIGTERM. */
const escapees = [
  'sleep 600 &',
  'setsid sleep 600 &',
  '( ( sleep 600 & ) & )',
  'setsid sh -c "(setsid sleep 600 &)" &',
  'sh -c "trap : TERM HUP INT; while :; do sleep 1; done" &',
  'setsid nohup sh -c "trap \\"\\" TERM; sleep 600; :" >/dev/null 2>&1 </dev/null &',
];

/** How a command ends, by itself or by us. */
export const ending = {
  'exit codes: as they are': async (trial: Trial) => {
    const ends = await Promise.all([0, 7, 255].map((code) => trial.run(`exit ${code}`)));
    assert.deepEqual(
      ends.map(({ status, exit_code, signal }) => [status, exit_code, signal]),
      [0, 7, 255].map((code) => ['exited', code, null]),
    );
    const { code } = await trial.cli.run(['run', ...trial.on, '--wait', '--', 'exit 7']);
    assert.equal(code, 7);
  },

  'signals: the one that it died of': async (trial: Trial) => {
    const ends = await Promise.all(['SEGV', 'TERM', 'KILL'].map((name) => trial.run(`kill -${name} $$`)));
    assert.deepEqual(
      ends.map(({ status, exit_code, signal }) => [status, exit_code, signal]),
      [
        ['exited', 139, 'SIGSEGV'],
        ['exited', 143, 'SIGTERM'],
        ['exited', 137, 'SIGKILL'],
      ],
    );
  },

  'kill: nothing of the tree is left there, wherever it fled': async (trial: Trial) => {
    const { mark, option } = trial.newMark();
    const id = await trial.start(`${escapees.join('\n')}\nwait; sleep 600`, ...option);
    await until(async () => (await trial.alive(mark)) > escapees.length, 'every one of them');
    const [killed] = await trial.cli.json<WireKill>('kill', '--grace', '0.5', id);
    assert.deepEqual([killed?.status, killed?.survivors], ['killed', []]);
    assert.equal(await trial.alive(mark), 0);
    const ended = await trial.client.get(id);
    const { status, completion_reason } = ended;
    assert.deepEqual([status, completion_reason], ['exited', 'killed'], JSON.stringify({ killed, ended }));
  },

  'left behind: a background child keeps no command running, and kill ends it': async (trial: Trial) => {
    const { mark, option } = trial.newMark();
    const { exit_code, session_id } = await trial.run('sleep 600 & echo started', ...option);
    assert.equal(exit_code, 0);
    assert.equal(await trial.alive(mark), 1);
    await trial.cli.ok('kill', session_id);
    assert.equal(await trial.alive(mark), 0);
  },

  'twenty at once: each with its own output and exit code': async (trial: Trial) => {
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const ends = await Promise.all(
      numbers.map((number) =>
        trial.run(`for i in 1 2 3; do echo ${number} $i; sleep 0.1; done; exit ${number}`),
      ),
    );
    assert.deepEqual(
      ends.map(({ exit_code, output }) => [exit_code, output]),
      numbers.map((number) => [number, [1, 2, 3].map((i) => `${number} ${i}\n`).join('')]),
    );
  },
};

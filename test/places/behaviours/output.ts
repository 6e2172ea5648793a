import assert from 'node:assert/strict';
import { until } from '../../cli/cli-home.ts';
import type { Trial } from './trial.ts';

const SIZE = 100 * 1024 * 1024;

/** What a command prints, as it is seen here. */
export const output = {
  'start: an id at once, and its real process number': async (trial: Trial) => {
    const id = await trial.start('echo $$; exec sleep 600');
    assert.match(id, /^proc_\w+$/);
    await trial.printed(id, '/^[0-9]+$/');
    const { status, pid } = await trial.running(id);
    assert.equal(status, 'running');
    assert.equal(String(await trial.output(id)), `${pid}\n`);
    await trial.cli.ok('kill', id);
  },

  'live output: a line is seen before the next is printed': async (trial: Trial) => {
    const id = await trial.start('echo first; read -r line; echo "then $line"', '--stdin');
    const follower = trial.follow('log', '--follow', id);
    await until(() => follower.seen.text === 'first\n', 'the first line');
    assert.equal((await trial.running(id)).status, 'running');
    await trial.cli.ok('submit', id, 'second');
    await follower.ended;
    assert.equal(follower.seen.text, 'first\nthen second\n');
  },

  'output without a newline at its end, and characters that come in pieces': async (trial: Trial) => {
    const pieces = ["printf '\\303'", "printf '\\274\\342\\206'", "printf '\\222'"];
    const id = await trial.start(`read -r go; ${pieces.join('; sleep 0.2; ')}`, '--stdin');
    const follower = trial.follow('log', '--follow', id);
    await trial.running(id);
    await trial.cli.ok('submit', id, 'go');
    await follower.ended;
    assert.equal(follower.seen.text.trimEnd(), 'ü→');
    assert.equal(String(await trial.output(id)), 'ü→');
  },

  '100 MB of random bytes, every one of them': async (trial: Trial) => {
    const { file } = trial.newMark();
    const hash = `mkfifo ${file}; sha256sum <${file} >${file}.sum &`;
    const print = `head -c ${SIZE} /dev/urandom | tee ${file}; wait; cat ${file}.sum; rm ${file} ${file}.sum`;
    const id = await trial.start(`${hash} ${print}`, '--log-limit', '256M');
    assert.equal((await trial.ended(id)).exit_code, 0);
    const { sha256, rest } = await trial.digest(id, SIZE);
    assert.equal(rest, `${sha256}  -\n`);
  },
};

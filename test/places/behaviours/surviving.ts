import assert from 'node:assert/strict';
import { Client } from '../../../src/client/client.ts';
import { until } from '../../cli/cli-home.ts';
import { awaitFile, numbered, printNumbered, type Trial } from './trial.ts';

/** What is left of a command when something else dies. */
export const surviving = {
  'takeover: after kill -9 of the daemon it runs, with all output once and its exit code': async (
    trial: Trial,
  ) => {
    const { file } = trial.newMark();
    const meanwhile = `${printNumbered('meanwhile', 1000)}; touch ${file}.printed`;
    const script = `echo before; ${awaitFile(file)}; ${meanwhile}; ${awaitFile(`${file}.end`)}; exit 5`;
    const id = await trial.start(script);
    await trial.printed(id, 'before');
    await trial.cli.killDaemon();
    await trial.site.inside(`touch ${file}`);
    await trial.made(`${file}.printed`);
    assert.equal((await trial.running(id)).status, 'running');
    await trial.site.inside(`rm ${file}.printed; touch ${file}.end`);
    assert.equal((await trial.ended(id)).exit_code, 5);
    assert.equal(String(await trial.output(id)), `before\n${numbered('meanwhile', 1000)}`);
  },

  'restart of the environment: it goes on, with all output once and its exit code': async (trial: Trial) => {
    const { outage, inside } = trial.site;
    assert.ok(outage);
    const { file } = trial.newMark();
    const meanwhile = `${printNumbered('meanwhile', 1000)}; touch ${file}.printed`;
    const id = await trial.start(`echo before; ${awaitFile(file)}; ${meanwhile}; exit 6`);
    await trial.printed(id, 'before');
    await outage.down();
    await inside(`touch ${file}`);
    await trial.made(`${file}.printed`);
    await outage.up();
    assert.equal((await trial.ended(id)).exit_code, 6);
    assert.equal(String(await trial.output(id)), `before\n${numbered('meanwhile', 1000)}`);
    await inside(`rm ${file}.printed`);
    assert.equal((await trial.run('echo again')).output, 'again\n');
  },

  'nothing is left there: no process, no keeper, no keep': async (trial: Trial) => {
    const { folder, inside } = trial.site;
    const running = (await trial.cli.list()).filter(({ status }) => status === 'running');
    assert.deepEqual(running, []);
    if (folder === undefined) return;
    const keeps = () => inside(`cd ${folder} && ls -d proc_* requests/* 2>/dev/null; true`);
    // Which of them stayed says more than that one did.
    await until(async () => (await keeps()) === '', 'the last keep to be removed').catch(() => {});
    assert.equal(await keeps(), '');
    // Forked by a hub or a launcher, keepers are called like it; what they are is told by the keep that they stand in.
    const keepers = `for p in /proc/[0-9]*; do readlink $p/cwd | grep '${folder}/proc_'; done; true`;
    assert.equal(await inside(keepers), '');
  },

  'end without a daemon: the daemon comes back by itself and tells it': async (trial: Trial) => {
    const { file } = trial.newMark();
    const session = 'sleeper';
    const script = `echo before; ${awaitFile(file)}; touch ${file}.ended; exit 8`;
    const id = await trial.start(script, '--notify', '--session', session);
    await trial.printed(id, 'before');
    const killed = await trial.cli.killDaemon();
    await trial.site.inside(`touch ${file}`);
    await trial.made(`${file}.ended`);
    await trial.site.inside(`rm ${file}.ended`);
    // One that starts no daemon itself: whoever answers now came back by itself.
    const client = new Client({ home: trial.cli.folder, startsDaemon: false });
    const answering = async () => (await client.health().catch(() => undefined))?.pid ?? killed;
    await until(async () => (await answering()) !== killed, 'the daemon to come back');
    await until(async () => (await client.get(id)).exit_code === 8, 'the exit code');
    const told = await trial.told(session);
    assert.deepEqual(
      told.map(({ session_id, type }) => [session_id, type]),
      [[id, 'completion']],
    );
  },
};

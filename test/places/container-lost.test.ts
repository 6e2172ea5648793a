/** What becomes of processes when somebody else stops or removes their container, or its engine dies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../cli/cli-home.ts';
import { Dockerd, whyNoDockerd } from '../testbed/servers/dockerd.ts';
import { Podman, whyNoPodman } from '../testbed/servers/podman.ts';
import { openTrial } from './behaviours/open-trial.ts';
import { containerSite } from './container-site.ts';

const engines = [
  { type: 'docker', skip: whyNoDockerd(), start: () => Dockerd.start() },
  { type: 'podman', skip: whyNoPodman(), start: () => Podman.start() },
] as const;

for (const { type, skip, start } of engines)
  test(`${type}: stopped or removed from outside, its processes are lost, with that reason`, {
    skip,
  }, async (t) => {
    const server = await start();
    const trial = await openTrial(t, async (undo) => {
      undo(() => server.stop());
      return containerSite(type, server);
    });
    const container = () => server.cli('ps', '--quiet', '--filter', 'label=ringback.environment=there');
    const ways = [
      {
        word: ['kill'],
        reason: /^The container ringback-there-\w+ was stopped \(exit code 137\) at 20\S+Z\.$/,
      },
      // It is killed first, and may be seen like that.
      {
        word: ['rm', '--force'],
        reason: /^The container ringback-there-\w+ was (removed|stopped \(exit code 137\) at 20\S+Z)\.$/,
      },
    ];
    for (const { word, reason } of ways) {
      const session = `me:${word[0]}`;
      const id = await trial.start('echo before; exec sleep 600', '--notify', '--session', session);
      await trial.printed(id, 'before');
      await server.cli(...word, await container());
      const waited = await trial.cli.run(['wait', id]);
      const { status, exit_code, completion_reason, note } = await trial.client.get(id);
      assert.deepEqual([status, exit_code, completion_reason], ['lost', null, 'lost']);
      assert.match(note ?? '', reason);
      assert.equal(waited.code, 1);
      assert.ok(waited.stdout.includes(note?.replace(/\.$/, '') ?? ' '), waited.stdout);
      assert.equal(String(await trial.output(id)), 'before\n');
      const [told] = await trial.told(session);
      assert.ok(told?.text.includes(note ?? ' '), told?.text);
    }
    assert.equal((await trial.run('echo again')).output, 'again\n');
  });

test('docker: after dockerd was killed, with a process that ended meanwhile and one that did not', {
  skip: whyNoDockerd(),
}, async (t) => {
  const server = await Dockerd.start();
  const trial = await openTrial(t, async (undo) => {
    undo(() => server.stop());
    return containerSite('docker', server);
  });
  const { file, mark, option } = trial.newMark();
  const held = await trial.start('echo held; exec sleep 600', ...option);
  const ends = await trial.start(`echo ends; while [ ! -e ${file} ]; do sleep 0.05; done; exit 9`);
  await trial.printed(held, 'held');
  await trial.printed(ends, 'ends');
  await trial.site.inside('true');
  await server.kill();
  await until(async () => /out of reach/.test((await trial.client.get(held)).note ?? ''), 'a note');
  assert.equal((await trial.client.get(held)).status, 'running');
  await trial.site.inside(`touch ${file}`);
  await server.startAgain();
  assert.equal((await trial.ended(ends)).exit_code, 9);
  assert.equal((await trial.client.get(held)).status, 'running');
  assert.equal(await trial.alive(mark), 1);
  await trial.cli.ok('kill', held);
  assert.equal(await trial.alive(mark), 0);
});

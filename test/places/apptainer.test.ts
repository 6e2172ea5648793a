/** Instances of a real Apptainer: how they are started, found again and missed, and how programs are run in them. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Environment, type Place, PlaceGone, type PlaceRef } from '../../src/backends/environment.ts';
import { apptainer as kind } from '../../src/backends/kinds/apptainer/apptainer.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { isAlive, until } from '../cli/cli-home.ts';
import { Apptainer, whyNoApptainer } from '../testbed/servers/apptainer.ts';

const never = new AbortController().signal;

describe('Apptainer', { skip: await whyNoApptainer() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-instances-'));
  const undo: (() => void | Promise<void>)[] = [() => removeFolder(folder)];
  // Not `after` inside of `before`: that would be over with `before` itself.
  after(async () => {
    for (const clean of undo) await clean();
  });
  let apptainer: Apptainer;
  let environment: Environment;
  let place: Place;

  before(async () => {
    apptainer = await Apptainer.start((clean) => undo.push(clean));
    environment = open('box');
    place = await environment.open({}, never);
  });

  function open(name: string, settings: object = { image: apptainer.sandbox, options: apptainer.options }) {
    const parsed = kind.schema.parse({ program: apptainer.program, ...settings });
    return kind.create(parsed, { name, folder, owner: 'test' });
  }

  const gone = (reason: string) => (error: unknown) => {
    assert.ok(error instanceof PlaceGone);
    assert.equal(error.message, reason);
    return true;
  };
  const stopFromOutside = ({ instance = '' }: PlaceRef) => apptainer.client('instance', 'stop', instance);

  test('20 MB go through both ways, every byte', async () => {
    const bytes = randomBytes(20 << 20);
    const program = await place.run(['cat']);
    program.stdin.end(bytes);
    const chunks: Buffer[] = [];
    for await (const chunk of program.stdout) chunks.push(chunk);
    assert.ok(Buffer.concat(chunks).equals(bytes));
    assert.equal((await program.ended).code, 0);
  });

  test('what is printed comes at once, and the end of the input is found', async () => {
    const program = await place.run(['sh', '-c', 'printf x; read -r word; printf "$word"; cat; echo end']);
    const chunks = program.stdout[Symbol.asyncIterator]();
    assert.equal(String((await chunks.next()).value), 'x');
    program.stdin.write('hello\n');
    assert.equal(String((await chunks.next()).value), 'hello');
    program.stdin.end();
    assert.equal(String((await chunks.next()).value), 'end\n');
    assert.equal((await program.ended).code, 0);
  });

  test('arguments arrive as they are', async () => {
    const args = ['a b', '$HOME', "it's", '', '"', '--', '--env', '-x', '\\n', 'ü\n'];
    const { stdout } = await runToEnd(place, ['printf', '[%s]', ...args]);
    assert.equal(stdout, args.map((arg) => `[${arg}]`).join(''));
  });

  test('exit codes and complaints come through', async () => {
    const outcome = await runToEnd(place, ['sh', '-c', 'echo hm >&2; exit 37']);
    assert.equal(outcome.code, 37);
    assert.match(outcome.stderr, /^hm$/m);
  });

  test('what a program leaves behind lives on, for every later look into the instance', async () => {
    const leave = 'sleep 600 </dev/null >/dev/null 2>&1 & echo $!';
    const pid = (await runToEnd(place, ['sh', '-c', leave])).stdout.trim();
    await place.close();
    await environment.close();
    const again = await open('box').open({ ref: place.ref }, never);
    const { stdout } = await runToEnd(again, ['cat', `/proc/${pid}/cmdline`]);
    assert.equal(stdout, 'sleep\x00600\x00');
  });

  test('neither it nor its programs see the environment of the daemon', async () => {
    process.env.RINGBACK_TEST_SECRET = 'x';
    const fresh = open('fresh');
    const opened = await fresh.open({}, never);
    const { stdout } = await runToEnd(opened, ['sh', '-c', 'tr "\\0" "\\n" </proc/1/environ; env']);
    delete process.env.RINGBACK_TEST_SECRET;
    assert.match(stdout, /^HOME=/m);
    assert.doesNotMatch(stdout, /^RINGBACK_TEST_SECRET/m);
    await fresh.release?.(opened.ref);
  });

  test('opened again it is the same instance; another environment has another', async () => {
    assert.deepEqual((await open('box').open({}, never)).ref, place.ref);
    const other = open('other');
    const { ref } = await other.open({}, never);
    assert.notEqual(ref.instance, place.ref.instance);
    await other.release?.(ref);
    await assert.rejects(other.open({ ref }, never), gone(`The instance ${ref.instance} was stopped.`));
  });

  test('two that open at once get one instance', async () => {
    const [one, two] = await Promise.all([open('race'), open('race')].map((each) => each.open({}, never)));
    assert.ok(one);
    assert.deepEqual(one.ref, two?.ref);
    await open('race').release?.(one.ref);
  });

  test('stopped from outside it is gone, and one of the same name is another', async () => {
    const restarted = open('restarted');
    const { ref } = await restarted.open({}, never);
    await stopFromOutside(ref);
    await assert.rejects(restarted.open({ ref }, never), gone(`The instance ${ref.instance} was stopped.`));
    const next = (await restarted.open({}, never)).ref;
    const reason = `The instance ${ref.instance} was stopped; the one of that name now is another.`;
    await assert.rejects(restarted.open({ ref }, never), gone(reason));
    await restarted.release?.(ref);
    assert.ok(isAlive(Number(next.pid)), 'released what it was not');
    await restarted.release?.(next);
    await until(() => !isAlive(Number(next.pid)), 'the end of the instance');
  });

  test('killed it is gone', async () => {
    const killed = open('killed');
    const { ref } = await killed.open({}, never);
    process.kill(Number(ref.pid), 'SIGKILL');
    await until(() => !isAlive(Number(ref.pid)), 'its end');
    await assert.rejects(killed.open({ ref }, never), gone(`The instance ${ref.instance} was stopped.`));
  });

  test('a SIF file is an image, too', async () => {
    const sif = open('sif', { image: apptainer.sif, options: apptainer.options });
    const opened = await sif.open({}, never);
    assert.equal((await runToEnd(opened, ['echo', 'hello'])).stdout, 'hello\n');
    await sif.release?.(opened.ref);
  });

  test('folders of this machine are seen in it where they are bound', async () => {
    const binds = ['/etc/apptainer:/bound:ro'];
    const bound = open('bound', { image: apptainer.sandbox, options: apptainer.options, binds });
    const opened = await bound.open({}, never);
    assert.match((await runToEnd(opened, ['ls', '/bound'])).stdout, /^apptainer\.conf$/m);
    await bound.release?.(opened.ref);
  });

  test('an instance that is there is used, and never stopped by us', async () => {
    await apptainer.client('instance', 'start', ...apptainer.options, apptainer.sandbox, 'mine');
    const existing = open('existing', { instance: 'mine' });
    const opened = await existing.open({}, never);
    assert.equal((await runToEnd(opened, ['true'])).code, 0);
    assert.equal(existing.release, undefined);
    await stopFromOutside(opened.ref);
    await assert.rejects(existing.open({}, never), (error: Error) => {
      assert.ok(!(error instanceof PlaceGone));
      assert.equal(error.message, 'There is no instance "mine".');
      return true;
    });
  });

  test('an image that is not there is an error that says so', async () => {
    await assert.rejects(
      open('absent', { image: '/nowhere.sif' }).open({}, never),
      /instance start failed: .*nowhere/,
    );
  });

  test('the check names the version, or what is missing', async () => {
    const check = async (program: string) =>
      (await kind.check?.(kind.schema.parse({ instance: 'x', program })))?.[0];
    assert.match((await check(apptainer.program))?.detail ?? '', /^apptainer version \d/);
    const missing = await check('/nowhere/apptainer');
    assert.equal(missing?.isFine, false);
    assert.match(missing?.hint ?? '', /Install Apptainer/);
  });
});

/** What a container of either engine has to do, against a real server. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import {
  type Environment,
  type EnvironmentKind,
  type Place,
  PlaceGone,
} from '../../src/backends/environment.ts';
import type { Settings } from '../../src/backends/kinds/docker/settings.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { text, until } from '../cli/cli-home.ts';
import { IMAGE } from '../testbed/servers/container-engine.ts';

export type ContainerServer = {
  readonly socket: string;
  cli(...args: readonly string[]): Promise<string>;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};

type Suite = {
  readonly kind: EnvironmentKind<Settings>;
  readonly start: () => Promise<ContainerServer>;
  readonly skip: string | false;
  /** Docker's shims hold the input of an exec open themselves: what ran when dockerd crashed waits for input that never comes. */
  readonly endsInputWhenItCrashes: boolean;
};

const MIB = 1024 * 1024;
const soon = (): AbortSignal => AbortSignal.timeout(60_000);

export function testContainers({ kind, start, skip, endsInputWhenItCrashes }: Suite): void {
  describe(`a container of ${kind.kind}`, { skip }, () => {
    let server: ContainerServer;
    let count = 0;
    before(async () => {
      server = await start();
    });
    after(() => server?.stop());

    const settings = (more: Partial<Settings> = {}): Settings => ({
      ...(more.container === undefined && { image: IMAGE, network: 'none' }),
      socket: server.socket,
      ...more,
    });
    /** As a daemon of that home would have it; each name is another environment. */
    const create = (more?: Partial<Settings>, name = `env${++count}`, owner = 'me'): Environment =>
      kind.create(settings(more), { name, folder: '/nonexistent', owner });
    const open = (environment: Environment): Promise<Place> => environment.open({}, soon());
    const inspect = (place: Place, field: string): Promise<string> =>
      server.cli('inspect', '--format', `{{${field}}}`, place.ref.container ?? '');
    const run = async (place: Place, ...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runToEnd(place, args);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    /** What a keeper is: a process that lives on when who started it is gone. */
    const startSleeper = (place: Place): Promise<string> =>
      run(place, 'sh', '-c', 'setsid sleep 1234 </dev/null >/dev/null 2>&1 & echo $!');
    const isAlive = async (place: Place, pid: string): Promise<boolean> =>
      (await runToEnd(place, ['kill', '-0', pid.trim()])).code === 0;
    const assertGone = (environment: Environment, place: Place, reason: RegExp): Promise<void> =>
      assert.rejects(environment.open({ ref: place.ref }, soon()), (error: Error) => {
        assert.ok(error instanceof PlaceGone, String(error));
        assert.match(error.message, reason);
        return true;
      });
    const withPlace = (name: string, work: (place: Place, context: TestContext) => Promise<void>): void => {
      test(name, async (context) => work(await open(create(undefined, 'shared')), context));
    };

    withPlace('100 MB of random bytes go through a program and come back the same', async (place) => {
      const block = randomBytes(MIB);
      const sent = createHash('sha256');
      const program = await place.run(['cat']);
      const write = async (): Promise<void> => {
        for (let i = 0; i < 100; i++) {
          block.writeUInt32LE(i);
          sent.update(block);
          if (!program.stdin.write(Buffer.from(block))) await once(program.stdin, 'drain');
        }
        program.stdin.end();
      };
      const writing = write();
      const got = createHash('sha256');
      let size = 0;
      for await (const chunk of program.stdout) {
        got.update(chunk);
        size += (chunk as Buffer).length;
      }
      await writing;
      assert.equal(size, 100 * MIB);
      assert.equal(got.digest('hex'), sent.digest('hex'));
      assert.deepEqual(await program.ended, { code: 0, stderr: '' });
    });

    withPlace('the end of its input reaches a program, which then may speak', async (place) => {
      const script = 'cat >/tmp/got; echo after; wc -c </tmp/got; echo complaint >&2; exit 3';
      const program = await place.run(['sh', '-c', script]);
      program.stdin.end('12345');
      assert.equal(await text(program.stdout), 'after\n5\n');
      assert.deepEqual(await program.ended, { code: 3, stderr: 'complaint\n' });
      for (let i = 0; i < 10; i++) assert.equal((await runToEnd(place, ['cat'], { input: '' })).code, 0);
    });

    withPlace('arguments arrive as they are', async (place) => {
      const odd = ['', ' ', '$HOME', "it's", '"', '\\', 'a\nb', '*', 'ü→', '-n', '\t'];
      const args = ['sh', '-c', 'for a in "$@"; do printf "%s\\0" "$a"; done', 'sh', ...odd];
      assert.deepEqual((await run(place, ...args)).split('\0').slice(0, -1), odd);
    });

    withPlace('exit codes are those of the program, also where a shell dies of a signal', async (place) => {
      for (const code of [0, 1, 42, 125, 126, 127, 255])
        assert.equal((await runToEnd(place, ['sh', '-c', `exit ${code}`])).code, code);
      assert.equal((await runToEnd(place, ['sh', '-c', 'kill -9 $$'])).code, 137);
    });

    withPlace('a program that is not there is an error, and not its output', async (place) => {
      await assert.rejects(place.run(['nosuchprogram']), { code: 'no_program', message: /nosuchprogram/ });
      const said = await runToEnd(place, ['sh', '-c', 'nosuchprogram']);
      assert.equal(said.code, 127);
      assert.match(said.stderr, /not found/);
    });

    withPlace('hanging up ends the input of a program, and what it left behind lives on', async (place) => {
      const sleeper = await startSleeper(place);
      const program = await place.run(['sh', '-c', 'echo $$; exec cat']);
      const [first] = (await once(program.stdout, 'data')) as [Buffer];
      program.close();
      assert.equal((await program.ended).code, null);
      await until(
        async () => !(await isAlive(place, first.toString())),
        'the end of a program that was hung up on',
      );
      assert.ok(await isAlive(place, sleeper));
    });

    withPlace('fifty orphans leave no zombies', async (place) => {
      await run(place, 'sh', '-c', 'for i in $(seq 50); do (sleep 0.1 &); done');
      const states = async (): Promise<string> => run(place, 'ps', '-o', 'pid,stat,args');
      await until(async () => !/sleep 0\.1/.test(await states()), 'the end of fifty orphans');
      await until(async () => !/^ *\d+ +Z/m.test(await states()), 'fifty orphans to be reaped');
    });

    test('its user, folder, variables and limits are those of the settings', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rb-mount-'));
      try {
        chmodSync(folder, 0o755);
        writeFileSync(`${folder}/note`, 'mounted');
        const environment = create({
          user: 'ada',
          workdir: '/home/ada',
          env: { GREETING: 'hello = $world' },
          memory: '64m',
          cpus: 0.5,
          pids: 100,
          mounts: [{ source: folder, target: '/mnt', readonly: true }],
        });
        const place = await open(environment);
        const said = await run(place, 'sh', '-c', 'id -un; pwd; echo "$GREETING"; cat /mnt/note');
        assert.equal(said, 'ada\n/home/ada\nhello = $world\nmounted');
        assert.equal((await runToEnd(place, ['touch', '/mnt/other'])).code, 1);
        const limits = ['.HostConfig.Memory', '.HostConfig.NanoCpus', '.HostConfig.PidsLimit'];
        const values = await Promise.all(limits.map((field) => inspect(place, field)));
        assert.deepEqual(values, [String(64 * MIB), '500000000', '100']);
        await environment.release?.(place.ref);
      } finally {
        removeFolder(folder);
      }
    });

    test('the same container is opened again by its ref, and for new processes; another home gets its own', async () => {
      const environment = create({}, 'again');
      const place = await open(environment);
      const sleeper = await startSleeper(place);
      await environment.close();
      const next = create({}, 'again');
      const found = await next.open({ ref: place.ref }, soon());
      assert.deepEqual(found.ref, place.ref);
      assert.ok(await isAlive(found, sleeper));
      assert.deepEqual((await open(next)).ref, place.ref);
      const theirs = await open(create({}, 'again', 'you'));
      assert.notEqual(theirs.ref.container, place.ref.container);
      await next.release?.(theirs.ref);
      assert.equal(await inspect(theirs, '.State.Running'), 'true', 'what others made is not ours to remove');
    });

    test('changed settings make another container, and the old one lives on', async () => {
      const before = await open(create({}, 'changing'));
      const changed = create({ memory: '128m' }, 'changing');
      const now = await open(changed);
      assert.notEqual(now.ref.container, before.ref.container);
      assert.equal(await run(await changed.open({ ref: before.ref }, soon()), 'echo', 'here'), 'here\n');
      await changed.release?.(before.ref);
      await assertGone(changed, before, /^The container ringback-changing-\w+ was removed\.$/);
      assert.equal(await run(now, 'echo', 'here'), 'here\n');
    });

    test('opened many times at once, by two daemons, it is made once', async () => {
      const environments = [create({}, 'once'), create({}, 'once')];
      const places = await Promise.all([...environments, ...environments, ...environments].map(open));
      assert.equal(new Set(places.map(({ ref }) => ref.container)).size, 1);
      const made = await server.cli('ps', '--all', '--quiet', '--filter', 'label=ringback.environment=once');
      assert.equal(made.split('\n').length, 1);
    });

    test('one that was removed is gone, and the next is a new one', async () => {
      const environment = create();
      const place = await open(environment);
      await server.cli('rm', '--force', place.ref.container ?? '');
      await assertGone(environment, place, /was removed\.$/);
      await environment.release?.(place.ref);
      assert.notEqual((await open(environment)).ref.container, place.ref.container);
    });

    test('one that was stopped is gone with its exit code; started again it is gone for what ran before', async () => {
      const environment = create();
      const place = await open(environment);
      const program = await place.run(['cat']);
      await server.cli('kill', place.ref.container ?? '');
      await program.ended;
      await until(async () => (await inspect(place, '.State.Running')) === 'false', 'the end of a container');
      await assertGone(
        environment,
        place,
        /^The container ringback-\S+ was stopped \(exit code 137\) at 20\S+Z\.$/,
      );
      const again = await open(environment);
      assert.equal(again.ref.container, place.ref.container, 'its files are still wanted');
      await assertGone(environment, place, /was restarted at 20\S+Z: what ran in it ended then\.$/);
      await environment.release?.(place.ref);
      assert.equal(
        await run(again, 'echo', 'here'),
        'here\n',
        'an old ref releases nothing that is in use again',
      );
    });

    test('one that is paused is not gone', async () => {
      const environment = create();
      const place = await open(environment);
      const sleeper = await startSleeper(place);
      await server.cli('pause', place.ref.container ?? '');
      for (const request of [{ ref: place.ref }, {}])
        await assert.rejects(environment.open(request, soon()), (error) => {
          assert.ok(!(error instanceof PlaceGone));
          return /is paused/.test(String(error));
        });
      await server.cli('unpause', place.ref.container ?? '');
      assert.ok(await isAlive(await environment.open({ ref: place.ref }, soon()), sleeper));
    });

    test('released it is removed, or kept with its files when that was asked for', async () => {
      const environment = create({}, 'release');
      const place = await open(environment);
      await environment.release?.(place.ref);
      await assertGone(environment, place, /was removed/);
      const keeping = create({ keep: true }, 'release');
      const kept = await open(keeping);
      await run(kept, 'sh', '-c', 'echo treasure >/tmp/file');
      await keeping.release?.(kept.ref);
      await assertGone(keeping, kept, /was stopped \(exit code 143\)/);
      const again = await open(keeping);
      assert.equal(again.ref.container, kept.ref.container);
      assert.equal(await run(again, 'cat', '/tmp/file'), 'treasure\n');
    });

    test('an existing container is used as it is, and never stopped or removed', async () => {
      const id = await server.cli(
        'run',
        '--detach',
        '--network',
        'none',
        '--name',
        'theirs',
        IMAGE,
        'sleep',
        '9999',
      );
      const environment = create({ container: 'theirs', user: 'ada', workdir: '/home/ada', env: { A: 'b' } });
      const place = await open(environment);
      assert.equal(place.ref.container, id);
      assert.equal(await run(place, 'sh', '-c', 'id -un; pwd; echo $A'), 'ada\n/home/ada\nb\n');
      await environment.release?.(place.ref);
      assert.equal(await inspect(place, '.State.Running'), 'true');
      await server.cli('stop', '--time', '0', 'theirs');
      await assert.rejects(open(environment), /The container theirs is not running/);
      await assertGone(environment, place, /^The container theirs was stopped/);
      await assert.rejects(open(create({ container: 'nobody' })), /has no container "nobody"/);
    });

    test('an image that is missing or cannot hold a container is told, and leaves nothing', async () => {
      await assert.rejects(
        open(create({ image: 'ringback-nosuch' })),
        (error: { message: string; hint: string }) => {
          assert.match(error.message, /has no image "ringback-nosuch"/);
          return error.hint.includes(`${kind.kind} pull ringback-nosuch`);
        },
      );
      const broken = create({ user: 'nosuchuser' }, 'broken');
      await assert.rejects(open(broken), /says: .*nosuchuser/);
      const left = await server.cli(
        'ps',
        '--all',
        '--quiet',
        '--filter',
        'label=ringback.environment=broken',
      );
      assert.equal(left, '');
    });

    test('an engine that is down is not a container that is gone; when it is back, all is as it was', async () => {
      const environment = create({}, 'outage');
      const place = await open(environment);
      const sleeper = await startSleeper(place);
      const program = await place.run(['sh', '-c', 'echo $$; exec cat']);
      const [reader] = (await once(program.stdout, 'data')) as [Buffer];
      await server.kill();
      assert.equal((await program.ended).code, null);
      await assert.rejects(
        environment.open({ ref: place.ref }, soon()),
        (error: Error & { hint: string }) => {
          assert.ok(!(error instanceof PlaceGone));
          assert.match(error.message, /is down: nobody answers/);
          return error.hint !== '';
        },
      );
      await server.startAgain();
      const found = await environment.open({ ref: place.ref }, soon());
      assert.deepEqual(found.ref, place.ref);
      assert.ok(await isAlive(found, sleeper));
      assert.deepEqual((await open(environment)).ref, place.ref);
      if (!endsInputWhenItCrashes) return;
      await until(
        async () => !(await isAlive(found, reader.toString())),
        'a program to notice that nobody listens',
      );
    });

    test('what is there and what is missing is told to who asks the doctor', async () => {
      const fine = (await kind.check?.(settings())) ?? [];
      assert.deepEqual(
        fine.map(({ isFine }) => isFine),
        [true, true],
      );
      const [, image] = (await kind.check?.(settings({ image: 'nosuch' }))) ?? [];
      assert.deepEqual([image?.isFine, image?.hint], [false, `${kind.kind} pull nosuch`]);
      const [none] = (await kind.check?.(settings({ socket: '/nosuch/socket' }))) ?? [];
      assert.match(
        `${none?.isFine} ${none?.detail} ${none?.hint}`,
        /^false .*there is no \/nosuch\/socket\. Start/,
      );
    });
  });
}

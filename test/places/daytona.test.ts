import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Environment, PlaceGone } from '../../src/backends/environment.ts';
import { daytona } from '../../src/backends/kinds/daytona/daytona.ts';
import { library } from '../../src/backends/kinds/daytona/library.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { RingbackError } from '../../src/base/errors.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { validate } from '../../src/base/validate.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { DaytonaServer, type ServedSandbox } from '../testbed/servers/daytona.ts';
import {
  hangUp,
  keepArgumentsAsTheyAre,
  manyBytes,
  passBytesThrough,
  speakToTheHub,
  tellHowProgramsEnd,
} from './exercise.ts';

const signal = new AbortController().signal;

describe('daytona', { skip: await whatIsMissing(library.spec), concurrency: false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-daytona-'));
  let packages: string;
  let server: DaytonaServer;

  before(async () => {
    packages = await installTool(library.spec);
    server = new DaytonaServer(packages);
    await server.start();
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    removeFolder(folder);
  });

  /** As a new daemon would: nothing is remembered but what the server says. */
  function create(settings: object = {}, name = 'lab'): Environment {
    const given = { apiKey: server.apiKey, apiUrl: server.url, target: 'eu', packages, ...settings };
    return daytona.create(validate(daytona.schema, given), { name, folder, owner: 'home-1' });
  }

  const theSandbox = (id: string | undefined) => server.find(id ?? '') as ServedSandbox;
  const gone = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof PlaceGone, String(error));
    assert.match(error.message, reason);
    return true;
  };

  it('makes one sandbox, labelled, for all processes, and finds it again', async () => {
    const settings = { image: 'debian:12', resources: { cpu: 2, memory: 4 }, env: { COLOUR: 'blue' } };
    const place = await create(settings).open({}, signal);
    const again = await create(settings).open({ processId: 'p-2' }, signal);
    const byRef = await create(settings).open({ ref: place.ref }, signal);
    assert.deepEqual([again.ref, byRef.ref], [place.ref, place.ref]);
    assert.equal(server.sandboxes.size, 1);
    const { asked, labels } = theSandbox(place.ref.sandbox);
    assert.equal(labels['ringback-owner'], 'home-1');
    assert.equal(labels['ringback-environment'], 'lab');
    assert.deepEqual([asked.cpu, asked.memory, asked.autoStopInterval, asked.target], [2, 4, 0, 'eu']);
    assert.deepEqual(asked.buildInfo, { dockerfileContent: 'FROM debian:12\n' });
    assert.equal((await runToEnd(place, ['sh', '-c', 'echo $COLOUR'])).stdout, 'blue\n');
  });

  it('makes one even where two ask at the same time', async () => {
    const before = server.sandboxes.size;
    const [one, two] = await Promise.all([
      create({}, 'busy').open({}, signal),
      create({}, 'busy').open({}, signal),
    ]);
    assert.deepEqual(one.ref, two.ref);
    assert.equal(server.sandboxes.size, before + 1);
  });

  it('runs programs with exact arguments, exit codes, and their last words', async () => {
    const place = await create().open({}, signal);
    await keepArgumentsAsTheyAre(place);
    await tellHowProgramsEnd(place);
  });

  it('carries 20 MB both ways over a terminal, byte by byte, and the end of the input', async () => {
    const place = await create().open({}, signal);
    await passBytesThrough(place, manyBytes(20_000_000));
  });

  it('holds nothing back, whatever byte comes last', async () => {
    const place = await create().open({}, signal);
    const program = await place.run(['cat']);
    for (let byte = 0; byte < 256; byte++) {
      program.stdin.write(Buffer.of(byte));
      const [back] = (await once(program.stdout, 'data')) as [Buffer];
      assert.deepEqual([...back], [byte]);
    }
    program.stdin.end();
    assert.equal((await program.ended).code, 0);
  });

  it('gives programs no terminal', async () => {
    const place = await create().open({}, signal);
    const { code } = await runToEnd(place, ['sh', '-c', 'test -t 0 || test -t 1 || test -t 2']);
    assert.equal(code, 1);
  });

  it('carries the keeper there, and its hub', async () => {
    await speakToTheHub(await create().open({}, signal));
  });

  it('hangs up without ending what was left behind, and leaves no session', async () => {
    const place = await create().open({}, signal);
    const { container, sessions } = theSandbox(place.ref.sandbox);
    await hangUp(place, (pid) => container.pids().includes(pid));
    await create().open({}, signal);
    while (sessions.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('ends the sessions that a crashed daemon left, and no others', async () => {
    const place = await create().open({}, signal);
    const program = await place.run(['cat']);
    const { sessions, name } = theSandbox(place.ref.sandbox);
    const [ours = ''] = sessions.keys();
    const { pid: dead } = spawnSync('true');
    const left = [`${name}-${dead}-x`, `${name}-${process.pid}-x`].map((id) =>
      server.addSession(place.ref.sandbox, id),
    );
    const others = [`${name}-${process.ppid}-x`, 'of-a-person'].map((id) =>
      server.addSession(place.ref.sandbox, id),
    );
    await create().open({ ref: place.ref }, signal);
    await Promise.all(left.map(({ ended }) => ended));
    assert.deepEqual([...sessions.keys()].sort(), [ours, ...others.map(({ id }) => id)].sort());
    program.stdin.end('still there');
    assert.equal((await program.stdout.toArray()).join(''), 'still there');
  });

  it('starts a stopped sandbox again, in which what ran before is gone', async () => {
    const environment = create({}, 'night');
    const place = await environment.open({}, signal);
    await runToEnd(place, ['sh', '-c', 'echo kept > file']);
    await environment.release?.(place.ref);
    assert.equal(theSandbox(place.ref.sandbox).state, 'stopped');
    await assert.rejects(environment.open({ ref: place.ref }, signal), gone(/was stopped\.$/));
    const next = await environment.open({}, signal);
    assert.equal(next.ref.sandbox, place.ref.sandbox);
    assert.equal((await runToEnd(next, ['cat', 'file'])).stdout, 'kept\n');
    await assert.rejects(environment.open({ ref: place.ref }, signal), gone(/stopped and started again/));
  });

  it('deletes a sandbox that shall not be kept', async () => {
    const environment = create({ keep: false }, 'once');
    const { ref } = await environment.open({}, signal);
    await environment.release?.(ref);
    assert.equal(server.find(ref.sandbox ?? ''), undefined);
    await assert.rejects(environment.open({ ref }, signal), gone(/was deleted/));
    await environment.release?.(ref);
  });

  it('takes a sandbox in trouble for no end', async () => {
    const { ref } = await create({}, 'ill').open({}, signal);
    theSandbox(ref.sandbox).state = 'error';
    for (const request of [{ ref }, {}])
      await assert.rejects(create({}, 'ill').open(request, signal), (error) => {
        assert.ok(error instanceof RingbackError, String(error));
        assert.match(error.message, /is waiting: error/);
        return true;
      });
  });

  it('takes a service that is down for no end, breaks the line, and finds the sandbox when it is back', async () => {
    const environment = create();
    const place = await environment.open({}, signal);
    const program = await place.run(['cat']);
    await server.stop();
    assert.equal((await program.ended).code, null);
    for (const attempt of [() => environment.open({ ref: place.ref }, signal), () => place.run(['true'])])
      await assert.rejects(attempt(), (error) => {
        assert.ok(error instanceof RingbackError, String(error));
        assert.match(error.message, /Daytona cannot be reached/);
        assert.ok(!JSON.stringify([error.message, error.hint, error]).includes(server.apiKey));
        return true;
      });
    await server.start();
    const again = await environment.open({ ref: place.ref }, signal);
    assert.equal((await runToEnd(again, ['echo', 'back'])).stdout, 'back\n');
  });

  it('says when it is not known there, without the key, and what is not installed', async () => {
    await assert.rejects(create({ apiKey: 'dtn_wrong' }).open({}, signal), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.match(error.message, /did not accept the credentials/);
      assert.ok(!JSON.stringify([error.message, error.stack, error]).includes('dtn_wrong'));
      return true;
    });
    await assert.rejects(create({ packages: folder }).open({}, signal), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.match(error.hint, /^Install it: npm install --prefix \S+ @daytona\/sdk@0\.216\.0$/);
      return true;
    });
  });
});

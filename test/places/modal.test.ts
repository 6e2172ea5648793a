import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Environment, PlaceGone } from '../../src/backends/environment.ts';
import { library } from '../../src/backends/kinds/modal/library.ts';
import { modal } from '../../src/backends/kinds/modal/modal.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { RingbackError } from '../../src/base/errors.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { validate } from '../../src/base/validate.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { ModalServer } from '../testbed/servers/modal.ts';
import {
  hangUp,
  keepArgumentsAsTheyAre,
  manyBytes,
  passBytesThrough,
  speakToTheHub,
  tellHowProgramsEnd,
} from './exercise.ts';

const signal = new AbortController().signal;

describe('modal', { skip: await whatIsMissing(library.spec), concurrency: false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-modal-'));
  let packages: string;
  let server: ModalServer;

  before(async () => {
    packages = await installTool(library.spec);
    server = new ModalServer(packages);
    await server.start();
    // The SDK takes the address only from here.
    process.env.MODAL_SERVER_URL = server.url;
    process.env.MODAL_CONFIG_PATH = join(folder, 'none');
  });
  after(() => {
    server[Symbol.dispose]();
    removeFolder(folder);
  });

  /** As a new daemon would: nothing is remembered but what the server says. */
  function create(settings: object = {}, name = 'lab'): Environment {
    const { tokenId, tokenSecret } = server;
    const all = validate(modal.schema, { image: 'debian:12', tokenId, tokenSecret, packages, ...settings });
    return modal.create(all, { name, folder, owner: 'home-1' });
  }

  const gone = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof PlaceGone, String(error));
    assert.match(error.message, reason);
    return true;
  };

  it('makes one sandbox, tagged, for all processes, and finds it again', async () => {
    const settings = { cpu: 2, memory: 512, timeout: 60, env: { COLOUR: 'blue' } };
    const place = await create(settings).open({}, signal);
    const again = await create(settings).open({ processId: 'p-2' }, signal);
    const byRef = await create(settings).open({ ref: place.ref }, signal);
    assert.deepEqual([again.ref, byRef.ref], [place.ref, place.ref]);
    const [only, ...others] = server.sandboxes.values();
    assert.equal(others.length, 0);
    assert.equal(only?.image, 'FROM debian:12');
    assert.deepEqual(only?.tags, { 'ringback-owner': 'home-1', 'ringback-environment': 'lab' });
    assert.equal(only?.definition.timeoutSecs, 60);
    assert.deepEqual(
      [only?.definition.resources?.milliCpu, only?.definition.resources?.memoryMb],
      [2000, 512],
    );
    assert.equal((await runToEnd(place, ['sh', '-c', 'echo $COLOUR'])).stdout, 'blue\n');
  });

  it('makes one even where two ask at the same time, and another for another environment', async () => {
    const before = server.sandboxes.size;
    const [one, two] = await Promise.all([
      create({}, 'busy').open({}, signal),
      create({}, 'busy').open({}, signal),
    ]);
    assert.deepEqual(one.ref, two.ref);
    assert.equal(server.sandboxes.size, before + 1);
  });

  it('lets a sandbox live for a day, where Modal would end it after five minutes', async () => {
    const { ref } = await create({ gpu: 'T4' }, 'long').open({}, signal);
    assert.equal(server.sandboxes.get(ref.sandbox ?? '')?.definition.timeoutSecs, 86_400);
  });

  it('runs programs with exact arguments, exit codes, and their last words', async () => {
    const place = await create().open({}, signal);
    await keepArgumentsAsTheyAre(place);
    await tellHowProgramsEnd(place);
  });

  it('carries 20 MB both ways, byte by byte, and the end of the input', async () => {
    const place = await create().open({}, signal);
    await passBytesThrough(place, manyBytes(20_000_000));
  });

  it('carries the keeper there, and its hub', async () => {
    await speakToTheHub(await create().open({}, signal));
  });

  it('hangs up without ending what was left behind', async () => {
    const place = await create().open({}, signal);
    const container = server.sandboxes.get(place.ref.sandbox ?? '')?.container;
    await hangUp(place, (pid) => container?.pids().includes(pid) ?? false);
  });

  it('knows a sandbox that is no more, and why, and makes a new one', async () => {
    for (const [result, reason] of [
      [{ status: 3 }, /was terminated/],
      [{ status: 4 }, /reached its timeout/],
      [{ status: 2, exitcode: 1 }, /has ended with exit code 1/],
    ] as const) {
      const { ref } = await create({}, 'short').open({}, signal);
      server.end(ref.sandbox ?? '', result);
      await assert.rejects(create({}, 'short').open({ ref }, signal), gone(reason));
      const next = await create({}, 'short').open({}, signal);
      assert.notEqual(next.ref.sandbox, ref.sandbox);
    }
    await assert.rejects(create().open({ ref: { sandbox: 'sb-none' } }, signal), gone(/sb-none is no more/));
  });

  it('breaks the line to a program whose sandbox is terminated', async () => {
    const place = await create({}, 'cut').open({}, signal);
    const program = await place.run(['sh', '-c', 'echo here; exec cat']);
    await new Promise((resolve) => program.stdout.once('data', resolve));
    const environment = create({}, 'cut');
    await environment.release?.(place.ref);
    program.stdout.resume();
    assert.notEqual((await program.ended).code, 0);
    await assert.rejects(environment.open({ ref: place.ref }, signal), gone(/was terminated/));
    await environment.release?.(place.ref);
  });

  it('takes a service that is down for no end, and finds the sandbox when it is back', async () => {
    const environment = create();
    const place = await environment.open({}, signal);
    server.stop();
    for (const attempt of [
      () => environment.open({ ref: place.ref }, signal),
      () => create().open({}, signal),
    ])
      await assert.rejects(attempt(), (error) => {
        assert.ok(error instanceof RingbackError, String(error));
        assert.match(error.message, /Modal cannot be reached/);
        assert.ok(!JSON.stringify([error.message, error.hint, error]).includes(server.tokenSecret));
        return true;
      });
    await server.start();
    const again = await create().open({ ref: place.ref }, signal);
    assert.equal((await runToEnd(again, ['echo', 'back'])).stdout, 'back\n');
  });

  it('says when it is not known there, without the token, and when there is none', async () => {
    await assert.rejects(create({ tokenSecret: 'as-wrong' }).open({}, signal), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.equal(error.code, 'unauthorized');
      assert.ok(!JSON.stringify([error.message, error.stack, error]).includes('as-wrong'));
      return true;
    });
    const bare = modal.create({ image: 'debian', packages }, { name: 'lab', folder, owner: 'home-1' });
    await assert.rejects(bare.open({}, signal), /There are no credentials for Modal/);
  });

  it('says what is not installed', async () => {
    await assert.rejects(create({ packages: folder }).open({}, signal), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.match(error.hint, /^Install it: npm install --prefix \S+ modal@0\.11\.1$/);
      return true;
    });
  });
});

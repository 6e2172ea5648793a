import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Environment, PlaceGone } from '../../src/backends/environment.ts';
import { kubernetes } from '../../src/backends/kinds/kubernetes/kubernetes.ts';
import { library } from '../../src/backends/kinds/kubernetes/library.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { RingbackError } from '../../src/base/errors.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { validate } from '../../src/base/validate.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { KubernetesServer, type ServedPod } from '../testbed/servers/kubernetes.ts';
import {
  hangUp,
  keepArgumentsAsTheyAre,
  manyBytes,
  passBytesThrough,
  speakToTheHub,
  tellHowProgramsEnd,
} from './exercise.ts';

const signal = new AbortController().signal;

describe('kubernetes', { skip: await whatIsMissing(library.spec), concurrency: false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-kubernetes-'));
  let packages: string;
  let server: KubernetesServer;

  before(async () => {
    packages = await installTool(library.spec);
    server = new KubernetesServer(packages);
    await server.start();
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    removeFolder(folder);
  });

  /** As a new daemon would: nothing is remembered but what the server says. */
  function create(settings: object, of = server): Environment {
    const kubeconfig = join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, JSON.stringify(of.kubeconfig));
    const all = validate(kubernetes.schema, { kubeconfig, packages, ...settings });
    return kubernetes.create(all, { name: 'lab', folder, owner: 'home-1' });
  }

  const thePod = () => [...server.pods.values()].at(-1) as ServedPod;
  const gone = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof PlaceGone, String(error));
    assert.match(error.message, reason);
    return true;
  };

  it('makes one pod for a process, labelled, and finds it again', async () => {
    const settings = { image: 'busybox', env: { COLOUR: 'blue' } };
    const place = await create(settings).open({ processId: 'p-1' }, signal);
    const again = await create(settings).open({ processId: 'p-1' }, signal);
    const byRef = await create(settings).open({ ref: place.ref, processId: 'p-1' }, signal);
    assert.deepEqual([again.ref, byRef.ref], [place.ref, place.ref]);
    assert.equal(server.pods.size, 1);
    assert.deepEqual(thePod().metadata.labels, {
      'ringback/owner': 'home-1',
      'ringback/environment': 'lab',
      'ringback/process': 'p-1',
    });
    assert.equal(thePod().spec.restartPolicy, 'Never');
    assert.equal((await runToEnd(place, ['sh', '-c', 'echo $COLOUR'])).stdout, 'blue\n');
  });

  it('gives another process, and the same of another home, a pod of its own', async () => {
    const settings = validate(kubernetes.schema, {
      kubeconfig: join(folder, 'kubeconfig'),
      packages,
      image: 'busybox',
    });
    const other = kubernetes.create(settings, { name: 'lab', folder, owner: 'home-2' });
    const mine = await create({ image: 'busybox' }).open({ processId: 'p-1' }, signal);
    const next = await create({ image: 'busybox' }).open({ processId: 'p-2' }, signal);
    const theirs = await other.open({ processId: 'p-1' }, signal);
    assert.equal(new Set([mine.ref.pod, next.ref.pod, theirs.ref.pod]).size, 3);
  });

  it('makes the pod as the settings and the manifest say', async () => {
    const manifest = {
      metadata: { labels: { team: 'x', 'ringback/owner': 'stolen' }, name: 'stolen' },
      spec: {
        restartPolicy: 'Always',
        tolerations: [{ operator: 'Exists' }],
        containers: [
          { name: 'ringback', imagePullPolicy: 'Always' },
          { name: 'side', image: 'side' },
        ],
      },
    };
    const resources = { limits: { cpu: '2' } };
    const settings = {
      image: 'busybox',
      resources,
      nodeSelector: { disk: 'ssd' },
      serviceAccount: 'worker',
      manifest,
    };
    const { ref } = await create(settings).open({ processId: 'shape' }, signal);
    const { metadata, spec } = server.pods.get(ref.pod ?? '') as ServedPod;
    assert.equal(metadata.labels.team, 'x');
    assert.equal(metadata.labels['ringback/owner'], 'home-1');
    const [first, second] = spec.containers as object[];
    assert.deepEqual(
      { ...first, command: undefined },
      { name: 'ringback', image: 'busybox', imagePullPolicy: 'Always', resources, command: undefined },
    );
    assert.deepEqual(second, { name: 'side', image: 'side' });
    assert.deepEqual(
      [spec.restartPolicy, spec.nodeSelector, spec.serviceAccountName, spec.tolerations],
      ['Never', { disk: 'ssd' }, 'worker', [{ operator: 'Exists' }]],
    );
  });

  it('runs programs with exact arguments, exit codes, and their last words', async () => {
    const place = await create({ image: 'busybox' }).open({ processId: 'p-1' }, signal);
    await keepArgumentsAsTheyAre(place);
    await tellHowProgramsEnd(place);
  });

  it('carries 20 MB both ways, byte by byte, and the end of the input', async () => {
    const place = await create({ image: 'busybox' }).open({ processId: 'p-1' }, signal);
    await passBytesThrough(place, manyBytes(20_000_000));
  });

  it('waits with a slow reader: what is not read does not pile up here', async () => {
    const place = await create({ image: 'busybox' }).open({ processId: 'p-1' }, signal);
    const program = await place.run(['sh', '-c', 'head -c 50000000 /dev/zero; echo done >&2']);
    program.stdout.once('readable', () => {});
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.ok(
      program.stdout.readableLength < 5_000_000,
      `${program.stdout.readableLength} bytes are waiting`,
    );
    let size = 0;
    for await (const chunk of program.stdout) size += chunk.length;
    assert.equal(size, 50_000_000);
    assert.deepEqual(await program.ended, { code: 0, stderr: 'done\n' });
  });

  it('carries the keeper there, and its hub', async () => {
    await speakToTheHub(await create({ image: 'busybox' }).open({ processId: 'p-1' }, signal));
  });

  it('hangs up without ending what was left behind', async () => {
    const place = await create({ image: 'busybox' }).open({ processId: 'p-1' }, signal);
    const container = server.containers.get(place.ref.uid ?? '');
    await hangUp(place, (pid) => container?.pids().includes(pid) ?? false);
  });

  it('runs in a pod that is there, and leaves it', async () => {
    const pod = server.addPod('workbench', {
      spec: { containers: [{ name: 'main' }, { name: 'tools', env: [{ name: 'WHERE', value: 'tools' }] }] },
    });
    const environment = create({ pod: 'workbench', container: 'tools' });
    assert.deepEqual([environment.isPerProcess, environment.release], [false, undefined]);
    const place = await environment.open({}, signal);
    assert.equal(place.ref.uid, pod.metadata.uid);
    assert.equal((await runToEnd(place, ['sh', '-c', 'echo $WHERE'])).stdout, 'tools\n');
    await assert.rejects(create({ pod: 'missing' }).open({}, signal), /There is no pod missing in lab/);
  });

  it('deletes the pod of a process that has ended, and no other of its name', async () => {
    const environment = create({ image: 'busybox' });
    const { ref } = await environment.open({ processId: 'short' }, signal);
    await environment.release?.({ ...ref, uid: 'another' });
    assert.ok(server.pods.has(ref.pod ?? ''));
    await environment.release?.(ref);
    assert.ok(!server.pods.has(ref.pod ?? ''));
    await environment.release?.(ref);
    assert.equal(create({ image: 'busybox', keep: true }).release, undefined);
  });

  it('waits for a pod that is not scheduled yet, and says for what', async () => {
    server.waitingReason = 'ImagePullBackOff';
    const environment = create({ image: 'nowhere/none' });
    const stop = new AbortController();
    const opening = environment.open({ processId: 'slow' }, stop.signal);
    await server.nextRequest('GET');
    server.waitingReason = undefined;
    server.runPod(thePod());
    const { ref } = await opening;
    assert.equal(ref.pod, thePod().metadata.name);

    server.waitingReason = 'ContainerCreating';
    server.addPod('pending');
    server.waitingReason = undefined;
    await assert.rejects(
      create({ pod: 'pending' }).open({}, signal),
      /pending is waiting: ContainerCreating/,
    );
  });

  describe('a pod that is no more is gone, with the reason', () => {
    const open = async (name: string) => {
      const pod = server.addPod(name);
      const { ref } = await create({ pod: name }).open({}, signal);
      return { pod, reopen: () => create({ pod: name }).open({ ref }, signal) };
    };

    it('deleted, and another of its name made', async () => {
      const { reopen } = await open('a');
      server.deletePod('a');
      await assert.rejects(reopen(), gone(/The pod a was deleted\.$/));
      server.addPod('a');
      await assert.rejects(reopen(), gone(/another was made under the same name/));
    });

    it('evicted', async () => {
      const { pod, reopen } = await open('b');
      Object.assign(pod.status, {
        phase: 'Failed',
        reason: 'Evicted',
        message: 'The node was low on memory.',
      });
      await assert.rejects(reopen(), gone(/The pod b failed: Evicted: The node was low on memory\.$/));
    });

    it('restarted in its place', async () => {
      const { pod, reopen } = await open('c');
      server.runPod(pod);
      Object.assign(pod.status.containerStatuses[0] ?? {}, {
        lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } },
      });
      await assert.rejects(
        reopen(),
        gone(/container main of the pod c was restarted: OOMKilled, exit code 137/),
      );
    });

    it('deleted with its node, after the grace', async () => {
      const { pod, reopen } = await open('d');
      const conditions = [
        { type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager', message: 'node lost' },
      ];
      pod.metadata.deletionTimestamp = new Date(Date.now() + 60_000).toISOString();
      Object.assign(pod.status, { conditions });
      await reopen();
      pod.metadata.deletionTimestamp = new Date(Date.now() - 1000).toISOString();
      await assert.rejects(reopen(), gone(/The pod d was deleted: DeletionByTaintManager: node lost/));
    });
  });

  it('takes a node that does not answer for no end', async () => {
    const pod = server.addPod('silent');
    const { ref } = await create({ pod: 'silent' }).open({}, signal);
    Object.assign(pod.status, { phase: 'Unknown' });
    await assert.rejects(create({ pod: 'silent' }).open({ ref }, signal), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.match(error.message, /does not answer/);
      return true;
    });
  });

  it('takes a server that is down for no end, breaks the line, and finds the place when it is back', async () => {
    const environment = create({ pod: 'workbench' });
    const place = await environment.open({}, signal);
    const program = await place.run(['cat']);
    await server.stop();
    assert.equal((await program.ended).code, null);
    for (const attempt of [
      () => environment.open({ ref: place.ref }, signal),
      () => create({ image: 'x' }).open({ processId: 'p-9' }, signal),
      () => place.run(['true']),
    ])
      await assert.rejects(attempt(), (error) => {
        assert.ok(error instanceof RingbackError, String(error));
        assert.match(error.message, /API server cannot be reached \(.*\): .*ECONNREFUSED/);
        assert.ok(!JSON.stringify([error.message, error.hint, error]).includes(server.token));
        return true;
      });
    await server.start();
    await environment.open({ ref: place.ref }, signal);
    assert.equal((await runToEnd(place, ['echo', 'back'])).stdout, 'back\n');
  });

  it('says when it is not known there, without the token', async () => {
    const stranger = new KubernetesServer(packages);
    await using _ = stranger;
    await stranger.start();
    const kubeconfig = JSON.stringify(stranger.kubeconfig).replaceAll(stranger.token, 'secret-wrong');
    writeFileSync(join(folder, 'wrong'), kubeconfig);
    const environment = create({ kubeconfig: join(folder, 'wrong'), pod: 'a' });
    await assert.rejects(environment.open({}, signal), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.match(error.message, /did not accept the credentials/);
      assert.ok(!JSON.stringify([error.message, error.stack, error]).includes('secret-wrong'));
      return true;
    });
  });

  it('says of an old cluster that it cannot be told the end of the input', async () => {
    const old = new KubernetesServer(packages, ['v4.channel.k8s.io']);
    await using _ = old;
    await old.start();
    old.addPod('a');
    const place = await create({ pod: 'a' }, old).open({}, signal);
    assert.equal((await (await place.run(['sh', '-c', 'exit 7'])).ended).code, 7);
    await assert.rejects(runToEnd(place, ['cat'], { input: 'x' }), /needs Kubernetes 1\.30 or newer/);
  });

  it('refuses settings with both or neither of pod and image, and says what is not installed', async () => {
    assert.throws(() => validate(kubernetes.schema, {}), /needs either "pod"/);
    assert.throws(() => validate(kubernetes.schema, { pod: 'a', image: 'b' }), /needs either "pod"/);
    await assert.rejects(create({ pod: 'a', packages: folder }).open({}, signal), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.match(error.hint, /^Install it: npm install --prefix \S+ @kubernetes\/client-node@2$/);
      return true;
    });
    const checks = await kubernetes.check?.({ pod: 'a', packages: folder });
    assert.deepEqual(
      checks?.map(({ isFine }) => isFine),
      [false],
    );
  });
});

/** The engine over the services that cannot be reached from a test: each stood for by a server that speaks its protocol. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { library as daytonaLibrary } from '../../src/backends/kinds/daytona/library.ts';
import { library as kubernetesLibrary } from '../../src/backends/kinds/kubernetes/library.ts';
import { library as modalLibrary } from '../../src/backends/kinds/modal/library.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { TestHome } from '../engine/test-home.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { DaytonaServer } from '../testbed/servers/daytona.ts';
import { KubernetesServer } from '../testbed/servers/kubernetes.ts';
import { ModalServer } from '../testbed/servers/modal.ts';

type Service = {
  /** An entry of the configuration. */
  settings(home: string): object;
  /** All lines break, and soon it can be reached again. */
  restart(): Promise<void>;
  /** Takes the place away, with what runs in it. */
  takeAway(): void;
  readonly reason: RegExp;
};

const services: Record<
  string,
  { readonly spec: string; start(t: TestContext, packages: string): Promise<Service> }
> = {
  kubernetes: {
    spec: kubernetesLibrary.spec,
    async start(t, packages) {
      const server = new KubernetesServer(packages);
      t.after(() => server[Symbol.asyncDispose]());
      await server.start();
      return {
        settings(home) {
          writeFileSync(join(home, 'kubeconfig'), JSON.stringify(server.kubeconfig));
          return { image: 'busybox', kubeconfig: join(home, 'kubeconfig'), packages };
        },
        async restart() {
          await server.stop();
          await server.start();
        },
        takeAway: () => server.deletePod([...server.pods.keys()].at(-1) ?? ''),
        reason: /The pod ringback-\w+ was deleted/,
      };
    },
  },
  modal: {
    spec: modalLibrary.spec,
    async start(t, packages) {
      const server = new ModalServer(packages);
      t.after(() => server[Symbol.dispose]());
      await server.start();
      // The SDK takes the address only from here.
      process.env.MODAL_SERVER_URL = server.url;
      process.env.MODAL_CONFIG_PATH = '/none';
      const { tokenId, tokenSecret } = server;
      return {
        settings: () => ({ image: 'debian:12', tokenId, tokenSecret, packages }),
        async restart() {
          server.stop();
          await server.start();
        },
        takeAway: () => server.end([...server.sandboxes.keys()].at(-1) ?? '', { status: 4 }),
        reason: /reached its timeout/,
      };
    },
  },
  daytona: {
    spec: daytonaLibrary.spec,
    async start(t, packages) {
      const server = new DaytonaServer(packages);
      t.after(() => server[Symbol.asyncDispose]());
      await server.start();
      return {
        settings: () => ({ apiKey: server.apiKey, apiUrl: server.url, target: 'eu', packages }),
        async restart() {
          await server.stop();
          await server.start();
        },
        takeAway() {
          for (const sandbox of server.sandboxes.values()) server.stopSandbox(sandbox);
        },
        reason: /The Daytona sandbox \S+ was stopped/,
      };
    },
  },
};

for (const [type, { spec, start }] of Object.entries(services))
  test(`${type}: input, exit code, a line that breaks, and a place that is taken away`, {
    skip: await whatIsMissing(spec),
    // A line that broke must ask for the very place it had (remote/line.ts): by the process it gets a new pod.
  }, async (t) => {
    // First: what it started is ended first, while the service is still there.
    const home = new TestHome(t);
    const service = await start(t, await installTool(spec));
    const environments = { there: { type, ...service.settings(home.folder) } };
    writeFileSync(join(home.folder, 'config.json'), JSON.stringify({ environments }), { mode: 0o600 });
    const engine = await home.open();
    const begin = (command: string) =>
      engine.start({ command, cwd: '', env: {}, environment: 'there', stdin: true });

    const asking = await begin('read line; echo "got $line"; exit 3');
    await engine.submit(asking.id, 'hello');
    assert.equal(await exitCodeOf(engine, asking.id), 3);
    assert.equal(await textOf(engine, asking.id), 'got hello\n');

    const counting = await begin(
      'for i in $(seq 1 20); do seq $((i * 1000 - 999)) $((i * 1000)); sleep 0.05; done',
    );
    for await (const event of engine.follow(counting.id, { from: 0 })) if (event.type === 'output') break;
    await service.restart();
    assert.equal(await exitCodeOf(engine, counting.id), 0);
    const numbers = Array.from({ length: 20_000 }, (_, i) => `${i + 1}\n`).join('');
    assert.equal(await textOf(engine, counting.id), numbers);

    const { id } = await begin('echo here; sleep 1000');
    for await (const event of engine.follow(id, { from: 0 })) if (event.type === 'output') break;
    service.takeAway();
    const { process: lost } = await engine.wait(id);
    assert.equal(lost.life.state, 'lost');
    assert.match(JSON.stringify(lost.life), service.reason);
  });

async function exitCodeOf(engine: Engine, id: string): Promise<number | null> {
  const { process } = await engine.wait(id);
  assert.equal(process.life.state, 'exited', JSON.stringify(process.life));
  return process.life.state === 'exited' ? process.life.exit.exitCode : null;
}

async function textOf(engine: Engine, id: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const event of engine.follow(id, { from: 0 })) {
    if (event.type === 'output') chunks.push(event.bytes);
    if (event.type === 'ended') break;
  }
  return Buffer.concat(chunks).toString();
}

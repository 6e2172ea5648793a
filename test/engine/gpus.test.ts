import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { Gpus } from '../../src/engine/gpus.ts';
import { toWireProcess } from '../../src/engine/wire-process.ts';
import { monitored } from './nvidia-smi-output.ts';
import { run, TestHome, until, untilPrinted } from './test-home.ts';

/** A machine whose nvidia-smi is this script; it counts how often it is asked. */
function machineWith(
  t: TestContext,
  script: string,
): { readonly asked: () => number; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-gpu-'));
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  t.after(() => {
    process.env.PATH = path;
    removeFolder(folder);
  });
  writeFileSync(join(folder, 'nvidia-smi'), `#!/bin/sh\ncd ${folder}\necho "$1" >> asked\n${script}\n`, {
    mode: 0o755,
  });
  const asked = () => {
    try {
      return readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n').length;
    } catch {
      return 0;
    }
  };
  return { asked, folder };
}

/** In a container too: its nvidia-smi is ours, and knows our numbers. */
function openEngine(t: TestContext): Promise<Engine> {
  return new TestHome(t).open({ gpus: new Gpus(() => true) });
}

const list = (engine: Engine) => engine.withUsage(engine.list());

/** Something two generations below the command that "uses" the processor. */
async function startUser(engine: Engine, folder: string) {
  const { id } = await run(engine, '(setsid sh -c "echo pid \\$\\$; exec sleep 1000" &); sleep 1000');
  const pid = Number(/pid (\d+)/.exec(await untilPrinted(engine, id, '\n'))?.[1]);
  assert.ok(pid > 1);
  writeFileSync(join(folder, 'printed'), monitored(pid));
  return id;
}

test('what something of the tree uses of a graphics processor is told, to who looks', async (t) => {
  const { asked, folder } = machineWith(t, 'cat printed');
  const engine = await openEngine(t);
  const id = await startUser(engine, folder);
  const other = await run(engine, 'sleep 1000');
  assert.equal(asked(), 0, 'nobody has looked');
  const gpu = { memoryBytes: 1924 * 2 ** 20, percent: 98 };
  await until(async () => (await list(engine)).some((process) => process.gpu), 'figures');
  assert.deepEqual((await engine.poll(id)).process.gpu, gpu);
  const listed = await list(engine);
  assert.deepEqual(
    [id, other.id].map((one) => listed.find((process) => process.id === one)?.gpu),
    [gpu, undefined],
  );
  const { gpu_memory_bytes, gpu_percent } = toWireProcess((await engine.poll(id)).process, Date.now());
  assert.deepEqual([gpu_memory_bytes, gpu_percent], [gpu.memoryBytes, 98]);
  const before = asked();
  await Promise.all(Array.from({ length: 20 }, () => list(engine)));
  assert.ok(asked() - before <= 1, `asked ${asked() - before} times for 20 looks at once`);
});

test('where the processor cannot be monitored, its memory is told', async (t) => {
  const { folder } = machineWith(
    t,
    '[ "$1" = pmon ] && exit 3; sed -n "s/^ *0 *\\([0-9]*\\) .*/\\1, 1924/p" printed',
  );
  const engine = await openEngine(t);
  const id = await startUser(engine, folder);
  await until(async () => (await engine.poll(id)).process.gpu !== undefined, 'figures');
  assert.deepEqual((await engine.poll(id)).process.gpu, { memoryBytes: 1924 * 2 ** 20, percent: undefined });
});

for (const [name, script] of [
  ['fails', 'exit 9'],
  ['hangs', 'exec sleep 1000'],
  ['prints something else', 'head -c 100000 /dev/urandom'],
] as const)
  test(`an nvidia-smi that ${name} is no error, and keeps nobody waiting`, async (t) => {
    machineWith(t, script);
    const engine = await openEngine(t);
    const { id } = await run(engine, 'sleep 1000');
    const began = Date.now();
    const [listed] = await list(engine);
    assert.deepEqual([listed?.id, listed?.gpu], [id, undefined]);
    assert.equal((await engine.poll(id)).process.gpu, undefined);
    assert.ok(Date.now() - began < 4_000);
    // A keeper that answers late, on a busy machine, is not waited for either.
    await until(async () => (await list(engine))[0]?.usage !== undefined, 'what it uses');
  });

test('where the driver knows processes by other numbers than we do, it is not asked', async (t) => {
  const { asked, folder } = machineWith(t, 'cat printed');
  const engine = await new TestHome(t).open({ gpus: new Gpus(() => false) });
  const id = await startUser(engine, folder);
  const { process } = await engine.poll(id);
  assert.deepEqual([process.gpu, asked()], [undefined, 0]);
});

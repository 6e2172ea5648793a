import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { exitOf, finish, run } from './test-home.ts';

const skip = process.getuid?.() !== 0 && 'needs root to mount a small disk';

/** A disk of 8 MiB; undefined where it cannot be mounted. */
function smallDisk(t: TestContext): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0700', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    t.skip('a tmpfs cannot be mounted here');
    return undefined;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  return folder;
}

function fill(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  for (const bytes of [bavail * bsize, bsize]) {
    try {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // That was the purpose.
    }
  }
}

test('promise 10: a log that fills the disk stops neither the command nor the engine', {
  skip,
}, async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  const engine = await openEngine({ home: join(disk, 'home'), config: defaultConfig });
  const { id, exit } = await finish(
    engine,
    'head -c 30000000 /dev/zero | tr "\\0" x; echo; echo last; exit 3',
  );
  assert.equal(exit.exitCode, 3);
  assert.equal(exit.finalOffset, 30_000_006);
  assert((await engine.log(id, { offset: 0, limit: 3 })).gaps.length > 0);
  await engine.close();
});

test('promise 10: an end that cannot be stored is stored as soon as there is room', { skip }, async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  const engine = await openEngine({ home: join(disk, 'home'), config: defaultConfig });
  const { id } = await run(engine, 'read x; exit 4', { stdin: true });
  fill(disk);
  await engine.submit(id, '');
  await assert.rejects(
    async () => {
      for (let i = 0; i < 1000; i += 1) await run(engine, 'true', { session: 'x'.repeat(10_000) });
    },
    { name: 'RingbackError' },
  );
  rmSync(join(disk, 'filler'));
  const { process } = await engine.wait(id);
  assert.equal(exitOf(process).exitCode, 4);
  assert(existsSync(join(disk, 'home/engine.db')));
  await engine.killAll({ graceMs: 100 });
  await engine.close();
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { exitOf, isAlive, run, until, untilPrinted } from '../engine/test-home.ts';
import { FaultHome } from './support/home.ts';
import { checkNumbered, printNumbered } from './support/numbered.ts';

const DISK_BYTES = 16 * 1024 * 1024;
const skip = process.getuid?.() !== 0 && 'needs root to mount a small disk';

/** A home that is alone on a disk of 16 MB. */
function smallHome(t: TestContext): { home: FaultHome; disk: string } {
  const disk = mkdtempSync(join(tmpdir(), 'ringback-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0700`, 'tmpfs', disk]);
  const home = new FaultHome(t, { folder: join(disk, 'home') });
  t.after(() => {
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  });
  return { home, disk };
}

/** Takes all that is left of the disk. */
function fill(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  for (const bytes of [bavail * bsize, bsize, 1]) {
    try {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // That was the purpose.
    }
  }
}

test('promise 10: a log larger than the disk: command and keeper go on, the bytes that are gone are named exactly', {
  skip,
}, async (t) => {
  const { home } = smallHome(t);
  const engine = await home.open();
  const lines = 2_500_000; // 40 MB
  const { id } = await run(engine, `${printNumbered(lines)}; exit 5`);
  const { process } = await engine.wait(id);
  const exit = exitOf(process);
  assert.equal(exit.exitCode, 5);
  assert.equal(exit.finalOffset, lines * 16);
  assert.equal(exit.lines, lines);
  const { end, gaps } = await checkNumbered(engine, id, lines);
  assert.equal(end, exit.finalOffset);
  const gone = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  assert(gone >= lines * 16 - DISK_BYTES, 'what does not fit is gone');
  assert(gone < lines * 16 - DISK_BYTES / 4, 'and the rest is there');
  assert(gone >= exit.gapBytes);
  assert.equal(gaps[0]?.from === 0, false, 'the head is kept');
  const first = await engine.log(id, { offset: 0, limit: 1 });
  assert.equal(first.output, `${'0'.repeat(15)}\n`);
  const told = await engine.log(id, { cursor: '0' });
  assert.deepEqual(told.gaps[0] ?? gaps[0], gaps[0], 'a reader is told the same');
});

test('promise 10: a disk filled by somebody else: a gap is counted, the end is recorded, and what comes later is kept again', {
  skip,
}, async (t) => {
  const { home, disk } = smallHome(t);
  const engine = await home.open();
  const command = `${printNumbered(10_000)}; read x; seq -f %015.0f 10000 29999; read x; seq -f %015.0f 30000 39999; read x; exit 6`;
  const talking = await run(engine, command, { stdin: true });
  const quiet = await run(engine, 'echo quiet; read x; exit 7', { stdin: true });
  await untilPrinted(engine, talking.id, '000000000009999\n', 9_999 * 16);
  await untilPrinted(engine, quiet.id, 'quiet');
  fill(disk);

  // The keepers know how much was printed, kept or not.
  const follow = engine.follow(talking.id, { from: 0 })[Symbol.asyncIterator]();
  await engine.submit(talking.id, '');
  let seen = 0;
  const gaps: { from: number; to: number }[] = [];
  while (seen < 30_000 * 16) {
    const { value } = await follow.next();
    if (value?.type === 'gap') gaps.push({ from: value.from, to: value.to });
    if (value?.type === 'gap') seen = value.to;
    else if (value?.type === 'output') seen = value.offset + value.bytes.length;
    else assert.fail('it ended');
  }
  assert(gaps.length > 0, 'a follower is told what was not kept');
  assert(isAlive(talking.pid ?? 0) && isAlive(talking.keeperPid ?? 0));
  await engine.submit(quiet.id, '');
  await until(() => readdirSync(home.keep(quiet.id)).includes('exit'), 'the exit record on the full disk');

  rmSync(join(disk, 'filler'));
  await engine.submit(talking.id, '');
  await untilPrinted(engine, talking.id, '000000000039999\n', 39_999 * 16);
  await engine.submit(talking.id, '');
  const exit = exitOf((await engine.wait(talking.id)).process);
  assert.equal(exit.exitCode, 6);
  assert(exit.gapBytes > 0);
  const kept = await checkNumbered(engine, talking.id, 40_000);
  assert.equal(kept.end, 40_000 * 16);
  assert.equal(
    kept.gaps.reduce((sum, { from, to }) => sum + to - from, 0),
    exit.gapBytes,
    'exactly the counted bytes are gone',
  );
  assert(kept.gaps.every(({ from, to }) => from >= 10_000 * 16 && to <= 30_000 * 16));
  const { process, output } = await engine.wait(quiet.id);
  assert.equal(exitOf(process).exitCode, 7);
  assert.equal(output, 'quiet\n');
});

test('promise 10: the end of a process is known although the disk has been full ever since', {
  skip,
}, async (t) => {
  const { home, disk } = smallHome(t);
  const first = await home.open();
  const { id } = await run(first, 'read x; seq 100000; exit 8', { stdin: true });
  await first.submit(id, '');
  fill(disk);
  await first.close();
  await until(() => readdirSync(home.keep(id)).includes('exit'), 'the exit record');
  const second = await home.open().catch((error) => {
    // A full disk may keep an engine from opening, with a reason; never from opening later.
    assert.equal(error.name, 'RingbackError', String(error));
    rmSync(join(disk, 'filler'));
    return home.open();
  });
  rmSync(join(disk, 'filler'), { force: true });
  const { process } = await second.wait(id);
  assert.equal(exitOf(process).exitCode, 8);
});

test('a home on a full disk says so', { skip }, async (t) => {
  const { home, disk } = smallHome(t);
  await (await home.open()).close();
  fill(disk);
  await assert.rejects(home.open(), { name: 'RingbackError', hint: /disk full/ });
  rmSync(join(disk, 'filler'));
  await home.open();
});

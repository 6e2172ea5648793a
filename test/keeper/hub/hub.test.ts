import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Attachment } from '../../../src/backends/remote/attachment.ts';
import { MirrorLog } from '../../../src/backends/remote/mirror-log.ts';
import type { PlaceConnection } from '../../../src/backends/remote/place-connection.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { type ExitRecord, parseExit } from '../../../src/keeper/exit.ts';
import { encodeFrame, FRAME } from '../../../src/keeper/frames/frame.ts';
import { encodeRecord } from '../../../src/keeper/frames/record.ts';
import type { Closing } from '../../../src/keeper/hub/closing.ts';
import { Hub } from '../../../src/keeper/hub/hub.ts';
import { readExit, readMeta, storeExit, storeMeta } from '../../../src/keeper/keep.ts';
import { Liar, offsets } from './liar.ts';

const OPEN = 40;
const RUN = 43;
const OUTPUT = 130;
const GAP = 131;
const FROM_KEEPER = 132;
const RAN = 134;

function attach(hub: Hub, heard: string[] = []): Promise<Closing> {
  return new Promise((resolve) =>
    hub.attach('/x/proc_1', 0, 'engine', {
      output: (offset, bytes) => heard.push(`output ${offset} ${bytes}`),
      gap: (from, to) => heard.push(`gap ${from} ${to}`),
      frame: (type) => heard.push(`frame ${type}`),
      closed: resolve,
    }),
  );
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'ringback-lies-'));
  t.after(() => removeFolder(path));
  return path;
}

test('an answer that is too short breaks the line, and whoever asked is told', async (t) => {
  const liar = new Liar(t);
  liar.answers = (type, tag) => (type === RUN ? [encodeFrame(RAN, tag, 'x')] : []);
  const hub = await Hub.open(liar.place, 'keeper');
  await assert.rejects(hub.run(['status', '/x/proc_1']), /connection broke/);
  assert.ok(hub.isClosed && liar.isClosed);
});

for (const [what, frame] of [
  ['output at an offset', (tag: number) => encodeFrame(OUTPUT, tag, offsets(2n ** 60n))],
  ['a gap up to one', (tag: number) => encodeFrame(GAP, tag, offsets(0n, 2n ** 63n))],
  [
    'half a frame of a keeper',
    (tag: number) => encodeFrame(FROM_KEEPER, tag, encodeFrame(101, 1, 'abc').subarray(0, 13)),
  ],
  [
    'two at once',
    (tag: number) => encodeFrame(FROM_KEEPER, tag, Buffer.concat([encodeFrame(101, 1), encodeFrame(101, 2)])),
  ],
] as const) {
  test(`${what} that cannot be breaks the line and reaches nobody`, async (t) => {
    const liar = new Liar(t);
    liar.answers = (type, tag) => (type === OPEN ? [frame(tag)] : []);
    const heard: string[] = [];
    assert.equal(await attach(await Hub.open(liar.place, 'keeper'), heard), 'broken');
    assert.deepEqual(heard, []);
  });
}

test('a hub that takes nothing cannot make us remember everything', async (t) => {
  const liar = new Liar(t);
  liar.takesInput = false;
  const hub = await Hub.open(liar.place, 'keeper');
  const channel = hub.attach('/x/proc_1', 0, 'engine', { output() {}, gap() {}, frame() {}, closed() {} });
  const piece = Buffer.alloc(60_000);
  for (let i = 0; i < 2_000 && !hub.isClosed; i += 1) channel.send(FRAME.STDIN, i, piece);
  assert.ok(hub.isClosed);
});

test('a hub that does not greet is given up when the line is closed', async (t) => {
  const liar = new Liar(t, false);
  const closing = new AbortController();
  const opening = Hub.open(liar.place, 'keeper', { signal: closing.signal });
  setImmediate(() => closing.abort());
  await assert.rejects(opening, /did not answer/);
  assert.ok(liar.isClosed);
});

test('a hub that is stuck is given up in time; one that is only slow is not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slow = new Liar(t);
  const hub = await Hub.open(slow.place, 'keeper');
  void attach(hub);
  void hub.probe();
  for (let i = 0; i < 3; i += 1) {
    t.mock.timers.tick(9_000);
    slow.stdout.write(encodeFrame(OUTPUT, 1, offsets(0n)));
    await new Promise(setImmediate);
  }
  assert.ok(!hub.isClosed);
  t.mock.timers.tick(10_001);
  assert.ok(hub.isClosed);

  const lively = new Liar(t);
  lively.answers = (_, tag) => [encodeFrame(FRAME.ERROR, tag, encodeRecord([['code', 'bad_request']]))];
  const other = await Hub.open(lively.place, 'keeper');
  await other.probe();
  t.mock.timers.tick(60_000);
  assert.ok(!other.isClosed);
});

test('what a place says cannot forge what we write down', (t) => {
  const keep = folder(t);
  const said = { status: '256', offset: '3', ended_at: '1000', source: 'x\nstatus=0\noffset=999' };
  storeExit(keep, parseExit(new Map(Object.entries(said))) ?? assert.fail());
  const { rawStatus, finalOffset, terminationSource } = readExit(keep) ?? assert.fail();
  assert.deepEqual([rawStatus, finalOffset, terminationSource], [256, 3, '']);
  const ptyNote = 'x\npid=1\ncgroup=/sys/fs/cgroup/other';
  storeMeta(keep, 'proc_1', { pid: 7, keeperPid: 8, startedAt: 9, pty: true, ptyNote });
  assert.deepEqual([readMeta(keep)?.pid, readMeta(keep)?.cgroup], [7, undefined]);
});

/** An attachment to a hub that answers OPEN with these frames. */
async function attachment(t: TestContext, keep: string, frames: (tag: number) => Buffer[]) {
  const liar = new Liar(t);
  liar.answers = (type, tag) => (type === OPEN ? frames(tag) : []);
  const hub = await Hub.open(liar.place, 'keeper');
  const connection = {
    reach: async () => ({ hub, place: liar.place, there: {} }),
    troubleListeners: new Set(),
  } as unknown as PlaceConnection;
  const mirror = new MirrorLog(keep, { limit: 1 << 20, head: 4096, cols: 80, rows: 24 });
  const made = new Attachment({
    keep,
    remoteKeep: '/x/proc_1',
    node: undefined,
    connection,
    mirror,
    done() {},
  });
  t.after(async () => {
    made.stop();
    await made.closed;
  });
  return { made, mirror };
}

function ended(tag: number, fields: Record<string, string>): Buffer {
  return encodeFrame(FROM_KEEPER, tag, encodeFrame(FRAME.ENDED, 0, encodeRecord(Object.entries(fields))));
}

test('an end behind output that never came leaves a gap, and nobody waits for it', async (t) => {
  const { made, mirror } = await attachment(t, folder(t), (tag) => [
    ended(tag, { status: '0', offset: '5000', ended_at: '1000' }),
  ]);
  const exit = await new Promise<ExitRecord>((resolve) => {
    made.listener = { grew() {}, ended: resolve, gone() {} };
  });
  assert.equal(exit.finalOffset, 5000);
  assert.equal(mirror.end, 5000);
});

test('an end at a time that no calendar has is none', async (t) => {
  const keep = folder(t);
  const { made } = await attachment(t, keep, (tag) => [
    ended(tag, { status: '0', offset: '0', ended_at: '9000000000000000' }),
    encodeFrame(OUTPUT, tag, Buffer.concat([offsets(0n), Buffer.from('x')])),
  ]);
  assert.equal(await made.grewOrGone(0, AbortSignal.timeout(5_000)), 1);
  assert.equal(readExit(keep), undefined);
});

test('a storm of gaps makes no more files than the log may take', async (t) => {
  const keep = folder(t);
  const log = new MirrorLog(keep, { limit: 64 * 1024, head: 4096, cols: 80, rows: 24 });
  for (let i = 0; i < 500; i += 1) log.append(i * 10, Buffer.from('x'));
  log.close();
  const files = readdirSync(join(keep, 'output')).length;
  assert.ok(files <= (2 * (64 * 1024)) / 4096, String(files));
  assert.equal(new MirrorLog(keep, { limit: 64 * 1024, head: 4096, cols: 80, rows: 24 }).end, 4991);
});

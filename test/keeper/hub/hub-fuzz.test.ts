/** Issue 11.24: whatever a hub sends, nothing of ours breaks, waits for ever, or grows without bound. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Attachment } from '../../../src/backends/remote/attachment.ts';
import { MirrorLog } from '../../../src/backends/remote/mirror-log.ts';
import type { PlaceConnection } from '../../../src/backends/remote/place-connection.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { encodeFrame, FRAME } from '../../../src/keeper/frames/frame.ts';
import { HUB } from '../../../src/keeper/frames/hub-frame.ts';
import { encodeRecord } from '../../../src/keeper/frames/record.ts';
import { Hub } from '../../../src/keeper/hub/hub.ts';
import { Liar, offsets } from './liar.ts';

const LOG_LIMIT = 256 * 1024;

const tag = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 4 }) }, fc.nat(0xffff_ffff));
const offset = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt(0n, 5_000n) },
  fc.bigInt(0n, 2n ** 64n - 1n),
  fc.constantFrom(2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n),
);
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const type = fc.oneof(
  fc.constantFrom(...Object.values(HUB), ...Object.values(FRAME)),
  fc.integer({ min: 0, max: 0xffff }),
);
const fieldName = fc.constantFrom(
  'status',
  'offset',
  'ended_at',
  'reason',
  'code',
  'pid',
  'source',
  'gaps',
  'open',
  'complete',
);
const field = fc.tuple(fieldName, fc.oneof(fc.string(), offset.map(String), fc.double().map(String)));
const record = fc.array(field, { maxLength: 12 }).map((entries) => Buffer.from(encodeRecord(entries)));

const keeperFrame = fc
  .tuple(fc.constantFrom(...Object.values(FRAME)), fc.nat(9), fc.oneof(bytes, record))
  .map(([kind, inner, payload]) => encodeFrame(kind, inner, payload));

const frame = fc.oneof(
  fc
    .tuple(tag, offset, bytes)
    .map(([to, at, data]) => encodeFrame(HUB.OUTPUT, to, Buffer.concat([offsets(at), data]))),
  fc.tuple(tag, offset, offset).map(([to, from, until]) => encodeFrame(HUB.GAP, to, offsets(from, until))),
  fc.tuple(tag, keeperFrame).map(([to, inner]) => encodeFrame(HUB.FROM_KEEPER, to, inner)),
  fc.tuple(tag, record).map(([to, payload]) => encodeFrame(HUB.CLOSED, to, payload)),
  // Answers to what was asked, too short as often as not.
  fc
    .tuple(
      fc.constantFrom(HUB.RAN, FRAME.STARTED, FRAME.ERROR),
      fc.integer({ min: 1, max: 2 }),
      bytes,
      fc.nat(12),
    )
    .map(([kind, to, payload, size]) => encodeFrame(kind, to, payload.subarray(0, size))),
  fc.tuple(type, tag, fc.oneof(bytes, record)).map(([kind, to, payload]) => encodeFrame(kind, to, payload)),
);

/** A frame as it should be, cut short, with a length of its own, or no frame at all. */
const piece = fc.oneof(
  { weight: 8, arbitrary: frame },
  { weight: 1, arbitrary: fc.tuple(frame, fc.nat(30)).map(([whole, size]) => whole.subarray(0, size)) },
  {
    weight: 1,
    arbitrary: fc.tuple(frame, fc.nat(0xffff_ffff)).map(([whole, length]) => {
      whole.writeUInt32LE(length, 0);
      return whole;
    }),
  },
  { weight: 1, arbitrary: bytes },
);

const speech = fc.tuple(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 700 }));

test('issue 11.24: a hub that says anything at all breaks nothing but its line', {
  timeout: 120_000,
}, async (t) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const before = process.memoryUsage().rss;

  await fc.assert(
    fc.asyncProperty(speech, async ([pieces, cut]) => {
      const said = Buffer.concat(pieces);
      const heard = await listenTo(said, cut);
      assert.ok(heard.bytes <= said.length, 'more output than was sent');
      assert.ok(heard.kept <= LOG_LIMIT + 64 * 1024, `${heard.kept} bytes on disk`);
    }),
    { numRuns: 400 },
  );
  // What was rejected and nobody took shows only when the loop comes round.
  await new Promise(setImmediate);
  assert.deepEqual(unhandled, []);
  const grown = (process.memoryUsage().rss - before) / 1024 ** 2;
  assert.ok(grown < 200, `${Math.round(grown)} MB`);
});

/** A whole life of a line: a question, a listener and an attachment, to which the hub says this in pieces; then it hangs up. */
async function listenTo(said: Buffer, cut: number): Promise<{ bytes: number; kept: number }> {
  const keep = mkdtempSync(join(tmpdir(), 'ringback-fuzz-'));
  const ends: (() => unknown)[] = [];
  const liar = new Liar({ after: (end) => void ends.push(end as () => unknown) });
  const mirror = new MirrorLog(keep, { limit: LOG_LIMIT, head: 4096, cols: 80, rows: 24 });
  let bytes = 0;
  try {
    const hub = await Hub.open(liar.place, 'keeper');
    const asked = Promise.allSettled([hub.run(['status', '/x/proc_1']), hub.spawn('x')]);
    const closed = new Promise((resolve) => {
      const count = (_: number, chunk: Buffer) => {
        bytes += chunk.length;
      };
      hub.attach('/x/proc_2', 0, 'follower', { output: count, gap() {}, frame() {}, closed: resolve });
    });
    const connection = {
      reach: async () => {
        if (hub.isClosed) throw new Error('the line is closed');
        return { hub, place: liar.place, there: {} };
      },
      troubleListeners: new Set(),
    } as unknown as PlaceConnection;
    const attachment = new Attachment({
      keep,
      remoteKeep: '/x/proc_1',
      node: undefined,
      connection,
      mirror,
      done() {},
    });
    for (let at = 0; at < said.length; at += cut) {
      liar.stdout.write(said.subarray(at, at + cut));
      await new Promise(setImmediate);
    }
    liar.end();
    // Nobody waits for ever: whoever asked or listened is told.
    await asked;
    await closed;
    attachment.stop();
    await attachment.closed;
    const output = join(keep, 'output');
    const kept = readdirSync(output).reduce((sum, name) => sum + statSync(join(output, name)).size, 0);
    return { bytes, kept };
  } finally {
    for (const end of ends) end();
    removeFolder(keep);
  }
}

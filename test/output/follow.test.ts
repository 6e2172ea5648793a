import assert from 'node:assert/strict';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { follow, type Growth, type GrowthSource } from '../../src/output/follow.ts';
import type { Piece } from '../../src/output/read.ts';
import { buildKeep, segmentPath, temporaryKeep } from './keep-builder.ts';

/** Tells one prepared growth per question, doing first what makes it true. */
function scripted(steps: readonly (() => Growth)[]): GrowthSource & { readonly asked: number[] } {
  const asked: number[] = [];
  let isAsked = false;
  return {
    asked,
    async waitForMore(offset) {
      assert.ok(!isAsked, 'one question at a time');
      isAsked = true;
      await Promise.resolve();
      isAsked = false;
      const step = steps[asked.length];
      asked.push(offset);
      assert.ok(step, 'asked after the end');
      return step();
    },
  };
}

/** Answers only when it is given up. */
const silent: GrowthSource = {
  waitForMore: (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};

async function gather(pieces: AsyncIterable<Piece>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece.type === 'gap' ? `[${piece.from}-${piece.to}]` : piece.bytes.toString();
  }
  return text;
}

test('everything is given in order, over new segments and gaps, until the end', async (t) => {
  const keep = temporaryKeep(t);
  const log = (start: number) => segmentPath(keep, start, 'log');
  const source = scripted([
    () => {
      writeFileSync(log(0), 'abc');
      return { end: 3, final: false };
    },
    () => {
      appendFileSync(log(0), 'de');
      writeFileSync(log(5), 'fgh');
      return { end: 8, final: false };
    },
    () => ({ end: 10, final: false }),
    () => {
      writeFileSync(log(12), 'mn');
      return { end: 14, final: true };
    },
  ]);
  assert.equal(await gather(follow(keep, source)), 'abcdefgh[8-10][10-12]mn');
  assert.deepEqual(source.asked, [0, 3, 8, 10]);
});

test('following from an offset gives only what is behind it', async (t) => {
  const keep = buildKeep(t, { printed: Buffer.from('abcdef') });
  const source = scripted([() => ({ end: 6, final: true })]);
  assert.equal(await gather(follow(keep, source, { from: 4 })), 'ef');
  assert.equal(await gather(follow(keep, scripted([() => ({ end: 6, final: true })]), { from: 6 })), '');
});

test('a slow consumer gets bounded pieces and is told what was deleted meanwhile', async (t) => {
  const printed = Buffer.alloc(1_500_000, 'x');
  const segments = [0, 500_000, 1_000_000].map((start) => ({ start, end: start + 500_000 }));
  const keep = buildKeep(t, { printed, segments, every: 1e7 });
  const pieces = follow(keep, scripted([() => ({ end: 1_500_000, final: true })]));
  const first = await pieces.next();
  assert.ok(!first.done && first.value.type === 'output' && first.value.bytes.length <= 256 * 1024);
  rmSync(segmentPath(keep, 500_000, 'log'));
  const gaps: Piece[] = [];
  for await (const piece of pieces) if (piece.type === 'gap') gaps.push(piece);
  assert.deepEqual(gaps, [{ type: 'gap', from: 500_000, to: 1_000_000 }]);
});

test('giving up ends it quietly, while waiting and while reading', async (t) => {
  const keep = buildKeep(t, { printed: Buffer.from('abc') });
  const waiting = new AbortController();
  const gathered = gather(follow(keep, silent, { signal: waiting.signal }));
  waiting.abort();
  assert.equal(await gathered, '');
  const reading = new AbortController();
  const source = scripted([() => ({ end: 3, final: false })]);
  for await (const piece of follow(keep, source, { signal: reading.signal })) {
    assert.equal(piece.type, 'output');
    reading.abort();
  }
  assert.deepEqual(source.asked, [0]);
});

test('a source that fails makes the following fail', async (t) => {
  const source: GrowthSource = { waitForMore: () => Promise.reject(new Error('no keeper')) };
  await assert.rejects(gather(follow(temporaryKeep(t), source)), /no keeper/);
});

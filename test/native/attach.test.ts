import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { encodeFrame, FRAME, FrameDecoder } from '../../src/keeper/frames/frame.ts';
import { parseRecord } from '../../src/keeper/frames/record.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { finish, run, TestHome } from '../engine/test-home.ts';

const OUTPUT = 130;
const OUTPUT_AT = 135;
const GAP = 131;

type Attached = ChildProcessByStdio<Writable, Readable, null>;

function attach(keep: string, from = 0): Attached {
  return spawn(findKeeperProgram(), ['attach', keep, '--from', String(from)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Collects output and gaps until the command's end came over the stream. */
async function collect(attached: Attached, onOutput: (soFar: string) => void = () => {}) {
  const decoder = new FrameDecoder(70_000);
  const gaps: [number, number][] = [];
  let text = '';
  let next = -1;
  for await (const chunk of attached.stdout) {
    for (const { type, payload } of decoder.push(chunk as Buffer)) {
      if (type === OUTPUT || type === OUTPUT_AT) {
        const before = type === OUTPUT ? 8 : 16;
        const offset = Number(payload.readBigUInt64LE(0));
        if (next >= 0) assert.equal(offset, next, 'bytes come in order');
        text += payload.toString('latin1', before);
        next = offset + payload.length - before;
        onOutput(text);
      } else if (type === GAP) {
        gaps.push([Number(payload.readBigUInt64LE(0)), Number(payload.readBigUInt64LE(8))]);
        next = Number(payload.readBigUInt64LE(8));
      } else if (type === FRAME.ENDED) {
        attached.stdin.end();
        return { text, gaps, exit: parseRecord(payload.toString(), '\0') };
      }
    }
  }
  throw new Error(`no end came; got ${text.length} bytes`);
}

test('attach carries output, input and the end over one pipe', async (context) => {
  const home = new TestHome(context);
  const engine = await home.open();
  const { id } = await run(engine, 'echo ready; read line; echo "got $line"; seq 50000; exit 5', {
    stdin: true,
  });
  const attached = attach(home.keep(id));
  let hasTyped = false;
  const { text, gaps, exit } = await collect(attached, (soFar) => {
    if (hasTyped || !soFar.includes('ready')) return;
    hasTyped = true;
    const write = Buffer.concat([Buffer.alloc(16, 1), Buffer.from('over the pipe\n')]);
    attached.stdin.write(encodeFrame(FRAME.STDIN, 1, write));
  });
  const numbers = Array.from({ length: 50_000 }, (_, i) => `${i + 1}\n`).join('');
  assert.equal(text, `ready\ngot over the pipe\n${numbers}`);
  assert.deepEqual(gaps, []);
  assert.equal(exit.get('status'), String(5 << 8));
});

test('attach resumes at an offset, tells gaps, and works after the keeper has left', async (context) => {
  const home = new TestHome(context);
  const engine = await home.open();
  const { id, exit } = await finish(engine, 'seq 200000', { logLimitBytes: 262_144 });
  const whole = Array.from({ length: 200_000 }, (_, i) => `${i + 1}\n`).join('');
  const { text, gaps } = await collect(attach(home.keep(id), 100));
  assert.equal(gaps.length, 1);
  const [from, to] = gaps[0] ?? [0, 0];
  assert.equal(text, whole.slice(100, from) + whole.slice(to, exit.finalOffset));
});

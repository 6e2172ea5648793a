import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engine/engine.ts';

/** Output that says where it stands: line n is 16 bytes long and begins at offset 16 n, so any byte can be checked. */
const LINE = 16;

export function printNumbered(lines: number): string {
  return `seq -f %015.0f 0 ${lines - 1}`;
}

export function numberedBytes(from: number, to: number): Buffer {
  const first = Math.floor(from / LINE);
  const lines = Array.from(
    { length: Math.ceil(to / LINE) - first },
    (_, i) => `${String(first + i).padStart(LINE - 1, '0')}\n`,
  );
  return Buffer.from(lines.join('')).subarray(from - first * LINE, to - first * LINE);
}

export type Kept = { readonly end: number; readonly gaps: readonly { from: number; to: number }[] };

/** Promise 7: every byte that is there is the one that was printed at its offset; what is not there is named. */
export async function checkNumbered(engine: Engine, id: string, lines: number, behind = ''): Promise<Kept> {
  const printed = lines * LINE;
  const expected = (from: number, to: number) =>
    Buffer.concat([
      numberedBytes(Math.min(from, printed), Math.min(to, printed)),
      Buffer.from(behind.slice(Math.max(0, from - printed), Math.max(0, to - printed))),
    ]);
  const gaps: { from: number; to: number }[] = [];
  let end = 0;
  for await (const piece of engine.readRaw(id, { from: 0, to: Number.MAX_SAFE_INTEGER })) {
    if (piece.type === 'ended') continue;
    const from = piece.type === 'gap' ? piece.from : piece.offset;
    assert.equal(from, end, 'every byte is in exactly one piece');
    if (piece.type === 'gap') {
      gaps.push({ from: piece.from, to: piece.to });
      end = piece.to;
    } else {
      end += piece.bytes.length;
      assert(piece.bytes.equals(expected(from, end)), `bytes ${from} to ${end} are those that were printed`);
    }
  }
  assert(end <= printed + behind.length, `${end} bytes are a prefix of what was printed`);
  return { end, gaps };
}

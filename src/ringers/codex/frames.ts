import { randomBytes } from 'node:crypto';

export const opcode = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export type Frame = { readonly opcode: number; readonly isLast: boolean; readonly payload: Buffer };

/** A WebSocket frame as clients have to write it: whole, and masked (RFC 6455). */
export function encodeFrame(code: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([0x80 | code, 0x80 | length])
      : length < 0x10000
        ? Buffer.from([0x80 | code, 0x80 | 126, length >> 8, length & 0xff])
        : longHead(code, length);
  const masked = Buffer.from(payload.map((byte, at) => byte ^ (mask[at & 3] ?? 0)));
  return Buffer.concat([head, mask, masked]);
}

function longHead(code: number, length: number): Buffer {
  const head = Buffer.alloc(10);
  head[0] = 0x80 | code;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** The frame at the start of the bytes, as servers write them; undefined while some of it is missing. */
export function decodeFrame(bytes: Buffer): { readonly frame: Frame; readonly rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const first = bytes.readUInt8(0);
  const short = bytes.readUInt8(1) & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const end = start + length;
  if (bytes.length < end) return undefined;
  const frame = {
    opcode: first & 0x0f,
    isLast: (first & 0x80) !== 0,
    payload: bytes.subarray(start, end),
  };
  return { frame, rest: bytes.subarray(end) };
}

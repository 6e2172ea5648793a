import { type Frame, FrameDecoder, HEADER_BYTES, LARGEST_CONTROL_PAYLOAD } from './frame.ts';

/** What a hub speaks besides the frames of keepers and launchers (keeper/PROTOCOL.md). */
export const HUB = {
  OPEN: 40,
  TO_KEEPER: 41,
  CLOSE: 42,
  RUN: 43,
  OUTPUT: 130,
  GAP: 131,
  FROM_KEEPER: 132,
  CLOSED: 133,
  RAN: 134,
  OUTPUT_AT: 135,
} as const;

/** What comes from a place is looked at before it is believed: beyond this no offset can be reckoned with. */
export function readOffset(bytes: Buffer, at: number): number {
  const offset = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(offset)) throw new Error(`an offset of ${offset}`);
  return offset;
}

export function onlyFrame(payload: Buffer): Frame {
  const [frame] = new FrameDecoder(LARGEST_CONTROL_PAYLOAD).push(payload);
  if (!frame || frame.payload.length + HEADER_BYTES !== payload.length) throw new Error('half a frame');
  return frame;
}

import * as z from 'zod/mini';
import { RingbackError } from '../base/errors.ts';
import type { WriteTicket } from '../engine/types.ts';

const LARGEST_U64 = 2n ** 64n - 1n;
const isU64 = (value: string) => /^\d{1,20}$/.test(value) && BigInt(value) <= LARGEST_U64;
const u64Text = z.string().check(z.refine(isU64, 'must be a 64-bit number as text'));

/** Parameters of every write: who writes, and which one of its writes this is. Text, since JSON numbers end at 2^53. */
export const ticketShape = { writer: z.exactOptional(u64Text), seq: z.exactOptional(u64Text) };

/** A write that carries a ticket may be repeated after a crash without being typed twice. */
export function toTicket({ writer, seq }: { writer?: string; seq?: string }): WriteTicket | undefined {
  if (writer === undefined && seq === undefined) return undefined;
  if (writer === undefined || seq === undefined) {
    throw new RingbackError('bad_request', '"writer" and "seq" go together.');
  }
  return { writer: BigInt(writer), seq: BigInt(seq) };
}

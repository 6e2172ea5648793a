import { RingbackError } from '../base/errors.ts';
import type { WriteTicket } from '../engine/write.ts';
import type { WriteRequest } from '../wire/write.ts';

/** A write that carries a ticket may be repeated after a crash without being typed twice. */
export function toTicket({ writer, seq }: WriteRequest): WriteTicket | undefined {
  if (writer === undefined && seq === undefined) return undefined;
  if (writer === undefined || seq === undefined) {
    throw new RingbackError('bad_request', '"writer" and "seq" go together.');
  }
  return { writer: BigInt(writer), seq: BigInt(seq) };
}

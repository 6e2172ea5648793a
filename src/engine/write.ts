import { randomBytes } from 'node:crypto';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { FRAME, LARGEST_CONTROL_PAYLOAD } from '../keeper/frame.ts';
import { truthField } from '../keeper/record.ts';
import { askKeeper } from './ask-keeper.ts';
import { type Context, getRow } from './context.ts';
import type { WriteTicket } from './types.ts';

const TICKET_BYTES = 16;
const PIECE_BYTES = LARGEST_CONTROL_PAYLOAD - TICKET_BYTES;
/** A write is at most this many pieces; each needs a number of its own between those of two tickets. */
const PIECES_PER_TICKET = 1n << 20n;
const LARGEST_SEQ = (1n << 64n) / PIECES_PER_TICKET;

const ownWriter = randomBytes(8).readBigUInt64LE();
let ownSeq = 0n;

/**
 * Types `data` into the process. The same ticket twice types once (a retry after a crash). What the process does not
 * read is queued up to 1 MiB; then fewer bytes than given are accepted.
 */
export function write(
  context: Context,
  id: string,
  data: Buffer,
  ticket: WriteTicket = { writer: ownWriter, seq: ++ownSeq },
): Promise<{ bytesWritten: number }> {
  checkTicket(ticket);
  const type = () => typePieces(context, id, data, ticket);
  return context.live.get(id)?.inTurn(type) ?? type();
}

async function typePieces(
  context: Context,
  id: string,
  data: Buffer,
  ticket: WriteTicket,
): Promise<{ bytesWritten: number }> {
  let bytesWritten = 0;
  for (let piece = 0n; bytesWritten < data.length; piece += 1n) {
    const bytes = data.subarray(bytesWritten, bytesWritten + PIECE_BYTES);
    try {
      const answer = await askKeeper(context, id, FRAME.STDIN, encodePiece(ticket, piece, bytes));
      failpoint('write:after-accept');
      bytesWritten += truthField(answer, 'repeated')
        ? bytes.length
        : Number(answer.get('accepted') ?? bytes.length);
    } catch (error) {
      if (bytesWritten > 0 && error instanceof RingbackError && error.code === 'stdin_full') break;
      throw error;
    }
  }
  return { bytesWritten };
}

/** The text and Enter: a newline in a pipe, a carriage return in a terminal. */
export function submit(context: Context, id: string, text: string, ticket?: WriteTicket) {
  const enter = getRow(context, id).pty === 1 ? '\r' : '\n';
  return write(context, id, Buffer.from(text + enter), ticket);
}

function checkTicket({ writer, seq }: WriteTicket): void {
  const isFine = writer >= 0n && writer < 1n << 64n && seq >= 0n && seq < LARGEST_SEQ;
  if (!isFine) throw new RingbackError('bad_request', `The write ticket ${writer}/${seq} is out of range.`);
}

function encodePiece({ writer, seq }: WriteTicket, piece: bigint, bytes: Buffer): Buffer {
  const payload = Buffer.allocUnsafe(TICKET_BYTES + bytes.length);
  payload.writeBigUInt64LE(writer, 0);
  payload.writeBigUInt64LE(seq * PIECES_PER_TICKET + piece, 8);
  bytes.copy(payload, TICKET_BYTES);
  return payload;
}

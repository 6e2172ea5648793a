import { randomBytes } from 'node:crypto';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { LARGEST_PIECE } from '../keeper/keeper.ts';
import { askKeeper } from './ask-keeper.ts';
import { type Context, getRow } from './context.ts';

/** Identifies one write, so that a retry after a crash never types twice. */
export type WriteTicket = { readonly writer: bigint; readonly seq: bigint };

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
    const bytes = data.subarray(bytesWritten, bytesWritten + LARGEST_PIECE);
    try {
      const numbered = { writer: ticket.writer, seq: ticket.seq * PIECES_PER_TICKET + piece, bytes };
      const { accepted, repeated } = await askKeeper(context, id, (keeper) => keeper.write(numbered));
      failpoint('write:after-accept');
      bytesWritten += repeated ? bytes.length : accepted;
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

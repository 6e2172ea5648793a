import { KeeperConnection } from '../../../src/keeper/connection.ts';
import { FRAME } from '../../../src/keeper/frame.ts';
import type { Fields } from '../../../src/keeper/record.ts';

/** One numbered write over a connection of its own, as a client does that has lost the last one. */
export async function rawWrite(keep: string, writer: bigint, seq: bigint, data: Buffer): Promise<Fields> {
  const ticket = Buffer.alloc(16);
  ticket.writeBigUInt64LE(writer, 0);
  ticket.writeBigUInt64LE(seq, 8);
  const keeper = await KeeperConnection.connect(keep, { grew() {}, ended() {}, gone() {} });
  try {
    return await keeper.request(FRAME.STDIN, Buffer.concat([ticket, data]));
  } finally {
    keeper.close();
  }
}

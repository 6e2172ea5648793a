import { KeeperConnection } from '../../../src/keeper/connection.ts';
import { deaf } from '../../../src/keeper/keeper.ts';

/** One numbered write over a connection of its own, as a client does that has lost the last one. */
export async function rawWrite(keep: string, writer: bigint, seq: bigint, bytes: Buffer) {
  const keeper = await KeeperConnection.connect(keep, deaf);
  try {
    return await keeper.write({ writer, seq, bytes });
  } finally {
    keeper.close();
  }
}

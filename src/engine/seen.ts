import { KeeperConnection, type KeeperListener } from '../keeper/connection.ts';
import { FRAME } from '../keeper/frame.ts';

/** For short visits to a keeper that nobody listens to. */
export const deaf: KeeperListener = { grew() {}, ended() {}, gone() {} };

/** Tells the keeper of an ended process that its end is recorded, so that it wakes nobody and may leave. */
export async function tellSeen(keep: string): Promise<void> {
  try {
    const keeper = await KeeperConnection.connect(keep, deaf);
    keeper.send(FRAME.SEEN);
    keeper.close();
  } catch {
    // It has left already.
  }
}

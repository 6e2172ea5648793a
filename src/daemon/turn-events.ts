import type { Turn } from '../notify/taker.ts';
import { toWireTurn } from '../notify/wire-notification.ts';
import type { ServerEvent } from '../transport/route.ts';

/** Turns as server-sent events; the id of each is the highest number in the ledger that it carries. */
export async function* toTurnEvents(turns: AsyncIterable<Turn>): AsyncGenerator<ServerEvent> {
  for await (const turn of turns) {
    const id = Math.max(...turn.notifications.map(({ sequence }) => sequence));
    yield { name: 'turn', id: String(id), data: toWireTurn(turn) };
  }
}

import type { Client } from '../client/client.ts';
import type { Ending } from './ending.ts';
import type { MessageQueue } from './message-queue.ts';

/** Of the time after which the daemon ends the whole tree. */
const PATIENCE = 0.8;

/** Passes on what it is told while it works. Whichever daemon tells it, each order comes once. */
export async function followOrders(
  { delegations }: Pick<Client, 'delegations'>,
  processId: string,
  {
    messages,
    ending,
    stopSeconds,
  }: { readonly messages: MessageQueue; readonly ending: Ending; readonly stopSeconds: number },
): Promise<void> {
  for await (const { sequence, type, text } of delegations.orders(processId)) {
    if (type === 'message') messages.add({ id: `order-${sequence}`, text });
    else ending.want({ status: 'interrupted', why: text, patienceMs: PATIENCE * stopSeconds * 1000 });
  }
}

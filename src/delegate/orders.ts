import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { NoDaemonError } from '../client/link.ts';
import type { Ending } from './ending.ts';
import type { MessageQueue } from './message-queue.ts';
import { pauseMs } from './pause.ts';

/** Of the time after which the daemon ends the whole tree. */
const PATIENCE = 0.8;

type Receivers = {
  readonly messages: MessageQueue;
  readonly ending: Ending;
  readonly stopSeconds: number;
  /** For people who look on. */
  say(line: string): void;
};

/** Passes on what it is told while it works, as long as it works. Whichever daemon tells it, each order comes once. */
export async function followOrders(
  { delegations }: Pick<Client, 'delegations'>,
  processId: string,
  { messages, ending, stopSeconds, say }: Receivers,
): Promise<void> {
  let after = 0;
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const { sequence, type, text } of delegations.orders(processId, { after })) {
        after = sequence;
        failures = 0;
        say(`← ${type === 'message' ? 'told' : 'to stop'}: ${text}`);
        if (type === 'message') messages.add({ id: `order-${sequence}`, text });
        else ending.want({ status: 'interrupted', why: text, patienceMs: PATIENCE * stopSeconds * 1000 });
      }
      return;
    } catch (error) {
      if (!(error instanceof NoDaemonError)) throw error;
      await sleep(pauseMs(failures));
    }
  }
}

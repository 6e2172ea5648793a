import type { Client } from '../client/client.ts';
import type { Rings } from './rings.ts';

/** Both drains of a program that takes turns: while it is idle, and right after a turn, when it becomes idle. */
export function ringsOf({ notifications, session }: Pick<Client, 'notifications' | 'session'>): Rings {
  return {
    async next(key, signal) {
      // Who leaves without an acknowledgement is offered the same again.
      for await (const { text, notifications: told } of notifications.subscribe(key, {
        signal,
        delivery: 'inline',
      }))
        return { text, notifications: told.map(({ id }) => id) };
      return undefined;
    },
    async acknowledge(ids) {
      await notifications.acknowledge(ids);
    },
    interrupt: (key) => session.interrupt(key),
  };
}

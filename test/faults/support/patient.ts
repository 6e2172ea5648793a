import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../src/base/errors.ts';
import type { WireNotification } from '../../../src/wire/notification.ts';
import type { FaultHome } from './home.ts';

/** What a subscriber hears that connects to whatever daemon is there, and never starts one. */
export class Patient {
  readonly heard: string[] = [];
  readonly events: WireNotification['event'][] = [];
  readonly #leaving = new AbortController();
  readonly #over: Promise<void>;

  constructor(home: FaultHome, session: string) {
    this.#over = this.#listen(home, session);
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#over;
  }

  async #listen(home: FaultHome, session: string): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      try {
        for await (const turn of home.client(false).notifications.subscribe(session, { signal })) {
          await turn.acknowledge();
          this.events.push(...turn.notifications.map(({ event }) => event));
          this.heard.push(...turn.notifications.map(({ id, type }) => `${type} ${id}`));
        }
      } catch (error) {
        if (!(error instanceof RingbackError) || error.code !== 'no_daemon') throw error;
      }
      await sleep(50);
    }
  }
}

import type { WireClosed } from '../wire/notification-types.ts';
import type { Link } from './link.ts';

/** Conversations, as far as Ringback has to know of them. */
export class Sessions {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** Compaction, resume, fork: its processes and what is still to be told go along. */
  async move(from: string, to: string): Promise<void> {
    await this.#post('move', { from, to });
  }

  /** The user started afresh: nothing is told to it any more. How many open notifications that ended. */
  async close(session: string): Promise<number> {
    return (await this.#post<WireClosed>('close', { session_key: session })).suppressed;
  }

  /** While it has a turn of its own its notifications wait, and then go out as one. */
  async setBusy(session: string, busy: boolean): Promise<void> {
    await this.#post('busy', { session_key: session, busy });
  }

  /** The user wrote something: calls of this session that wait return at once. */
  async interrupt(session: string): Promise<void> {
    await this.#post('interrupt', { session_key: session });
  }

  #post<T>(verb: string, body: object): Promise<T> {
    return this.#link.call({ method: 'POST', path: `/v1/sessions/${verb}`, body });
  }
}

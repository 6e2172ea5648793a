import { randomUUID } from 'node:crypto';
import type { BusyRequest, CloseRequest, MoveRequest, SessionRequest, WireClosed } from '../wire/session.ts';
import type { Link } from './link.ts';

/** How long a session stays busy after the program that said so was killed. */
const BUSY_SECONDS = 30;

/** Conversations, as far as Ringback has to know of them. */
export class Sessions {
  readonly #link: Link;
  /** Each ends only what it said itself. */
  readonly #holder = randomUUID();
  /** What says again that a session is busy. */
  readonly #busy = new Map<string, NodeJS.Timeout>();

  #said: Promise<unknown> = Promise.resolve();

  constructor(link: Link) {
    this.#link = link;
  }

  /** Compaction, resume, fork: its processes and what is still to be told go along. */
  async move(from: string, to: string): Promise<void> {
    await this.#post('move', { from, to });
  }

  /** The user started afresh: nothing is told to it any more. How many open notifications that ended. */
  async close(session: string, { interruptDelegates = false } = {}): Promise<number> {
    const interrupt = interruptDelegates ? { interrupt_delegates: true } : {};
    return (await this.#post<WireClosed>('close', { session_key: session, ...interrupt })).suppressed;
  }

  /**
   * While it has a turn of its own its notifications wait, and then go out as one. It is busy until it is said not to
   * be, or as long as this program lives and `leaseSeconds` longer.
   */
  async setBusy(session: string, busy: boolean, { leaseSeconds = BUSY_SECONDS } = {}): Promise<void> {
    clearInterval(this.#busy.get(session));
    this.#busy.delete(session);
    const lease = { session_key: session, holder: this.#holder, busy, lease: leaseSeconds };
    // One after the other: a repetition that comes late must not undo the end.
    const say = () => {
      this.#said = this.#said.catch(() => {}).then(() => this.#post('busy', lease));
      return this.#said;
    };
    if (busy) {
      const again = setInterval(() => void say().catch(() => {}), (leaseSeconds * 1000) / 3).unref();
      this.#busy.set(session, again);
    }
    await say();
  }

  /** The user wrote something: calls of this session that wait return at once. */
  async interrupt(session: string): Promise<void> {
    await this.#post('interrupt', { session_key: session });
  }

  #post<T>(verb: string, body: MoveRequest | SessionRequest | CloseRequest | BusyRequest): Promise<T> {
    return this.#link.call({ method: 'POST', path: `/v1/sessions/${verb}`, body });
  }
}

import { newNotificationId } from '../base/ids.ts';
import type { WireEvent } from '../wire/events.ts';
import type {
  DrainRequest,
  HandInRequest,
  HistoryQuery,
  NotificationIds,
  SubscribeQuery,
  WireAcknowledged,
  WireDismissed,
  WireDrained,
  WireNotification,
  WireNotifications,
  WireTurn,
} from '../wire/notification.ts';
import type { WireWaiting } from '../wire/wait.ts';
import { streamEvents } from './event-stream.ts';
import type { Link } from './link.ts';
import { queryText } from './query-text.ts';

/** What a session is told at once. Without an acknowledgement it comes again, with the same ids. */
export type Turn = WireTurn & {
  /** It arrived; to be called when whoever it is for really has it. */
  acknowledge(): Promise<void>;
};

type Listening = {
  readonly signal?: AbortSignal;
  /**
   * `inline`: for the program that takes the session's turns itself, so that an end which a `poll` of its own has shown
   * is not told again. Default, `autonomous`: the session is woken from outside, and a look does not cancel that.
   */
  readonly delivery?: NonNullable<SubscribeQuery['delivery']>;
  /** Ends at once where somebody else takes the turns of this session. */
  readonly ifUnheard?: boolean;
  /** A turn that was not acknowledged may come again with more in it: for who knows each notification by its id. */
  readonly mayGrow?: boolean;
};

/** What sessions are told. */
export class Notifications {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** Turns as they come, whichever daemon they come from; the next one when the last was acknowledged. */
  async *subscribe(
    session: string,
    { signal, delivery, ifUnheard, mayGrow }: Listening = {},
  ): AsyncGenerator<Turn, void> {
    const query: SubscribeQuery = {
      session_key: session,
      ...(delivery && { delivery }),
      ...(ifUnheard && { if_unheard: true }),
      ...(mayGrow && { may_grow: true }),
    };
    const path = `/v1/notifications/subscribe${queryText(query)}`;
    try {
      for await (const event of streamEvents(this.#link, path, { signal, mostBreaks: Infinity })) {
        if (event.name === 'turn') yield this.#toTurn(JSON.parse(event.data) as WireTurn);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  /** Everything pending, for a program that tells it itself; null when there is nothing. */
  async drain(session: string): Promise<Turn | null> {
    const { turn } = await this.#post<WireDrained>('/v1/notifications/drain', { session_key: session });
    return turn && this.#toTurn(turn);
  }

  /** Hands in an event of a program's own. The same id (of a delegation: its own) twice is told once. */
  notify(session: string, event: WireEvent, id?: string): Promise<WireNotification> {
    const own = 'delegation_id' in event ? undefined : newNotificationId();
    const eventId = id ?? own;
    return this.#post('/v1/notifications', {
      session_key: session,
      event,
      ...(eventId !== undefined && { id: eventId }),
    });
  }

  /** What was said and what became of it, newest first. */
  async history(query: HistoryQuery = {}): Promise<readonly WireNotification[]> {
    const path = `/v1/notifications${queryText(query)}`;
    return (await this.#link.call<WireNotifications>({ method: 'GET', path })).notifications;
  }

  /** How many of them were still open. */
  async acknowledge(ids: readonly string[]): Promise<number> {
    return (await this.#post<WireAcknowledged>('/v1/notifications/acknowledge', { ids })).acknowledged;
  }

  /** They will not be told; how many of them were still open. */
  async dismiss(ids: readonly string[]): Promise<number> {
    return (await this.#post<WireDismissed>('/v1/notifications/dismiss', { ids })).dismissed;
  }

  /** Whether a session has reason to wait for a process: until it ended or its watch matched; never for an unknown one. */
  async isWaiting(process: string): Promise<boolean> {
    if (process === '') return false;
    const path = `/v1/processes/${encodeURIComponent(process)}/waiting`;
    return (await this.#link.call<WireWaiting>({ method: 'GET', path })).waiting;
  }

  #toTurn(turn: WireTurn): Turn {
    const ids = turn.notifications.map(({ id }) => id);
    return { ...turn, acknowledge: async () => void (await this.acknowledge(ids)) };
  }

  #post<T>(path: string, body: DrainRequest | HandInRequest | NotificationIds): Promise<T> {
    return this.#link.call({ method: 'POST', path, body });
  }
}

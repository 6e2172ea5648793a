import { newWakeUpId } from '../base/ids.ts';
import type {
  CancelWakeUpRequest,
  WakeUpQuery,
  WakeUpRequest,
  WireWakeUp,
  WireWakeUps,
} from '../wire/wake.ts';
import type { Link } from './link.ts';
import { queryText } from './query-text.ts';

/** Sessions are rung at times, and when other things have happened. */
export class WakeUps {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** The id is chosen here: asked again after a crash, the daemon finds it and sets no second one. */
  set(request: WakeUpRequest): Promise<WireWakeUp> {
    return this.#post('/v1/wakeups', { id: newWakeUpId(), ...request });
  }

  /** The next one first. */
  async list(query: WakeUpQuery = {}): Promise<readonly WireWakeUp[]> {
    const path = `/v1/wakeups${queryText(query)}`;
    return (await this.#link.call<WireWakeUps>({ method: 'GET', path })).wakeups;
  }

  /** One that has rung, or was cancelled before, stays as it is. */
  cancel(id: string, options: CancelWakeUpRequest = {}): Promise<WireWakeUp> {
    return this.#post(`/v1/wakeups/${encodeURIComponent(id)}/cancel`, options);
  }

  #post<T>(path: string, body: WakeUpRequest | CancelWakeUpRequest): Promise<T> {
    return this.#link.call({ method: 'POST', path, body });
  }
}

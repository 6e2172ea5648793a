import type { WireDone } from '../wire/daemon.ts';
import type {
  TestRingRequest,
  WireChecked,
  WireRetried,
  WireRinger,
  WireRingerKind,
  WireRingerKinds,
  WireRingerSetting,
  WireRingers,
} from '../wire/ringer.ts';
import type { SessionRequest } from '../wire/session.ts';
import type { Link } from './link.ts';

/** How sessions are rung: which agent gets the turn, and how it stands with it. */
export class Ringers {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  async list(): Promise<readonly WireRinger[]> {
    return (await this.#link.call<WireRingers>({ method: 'GET', path: '/v1/ringers' })).ringers;
  }

  async kinds(): Promise<readonly WireRingerKind[]> {
    return (await this.#link.call<WireRingerKinds>({ method: 'GET', path: '/v1/ringers/kinds' })).kinds;
  }

  set(setting: WireRingerSetting): Promise<WireRinger> {
    return this.#post('', setting);
  }

  remove(session: string): Promise<WireDone> {
    return this.#post('/remove', { session_key: session });
  }

  /** Without giving anybody a turn. */
  check(session: string): Promise<WireChecked> {
    return this.#post('/check', { session_key: session });
  }

  /** With a harmless ring. Made once: a second one would be a second turn. */
  test(session: string, timeout?: number): Promise<WireChecked> {
    const body: TestRingRequest = { session_key: session, ...(timeout !== undefined && { timeout }) };
    return this.#link.callOnce({ method: 'POST', path: '/v1/ringers/test', body });
  }

  async retry(session: string): Promise<number> {
    return (await this.#post<WireRetried>('/retry', { session_key: session })).retried;
  }

  #post<T>(verb: string, body: WireRingerSetting | SessionRequest): Promise<T> {
    return this.#link.call({ method: 'POST', path: `/v1/ringers${verb}`, body });
  }
}

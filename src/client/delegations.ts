import { newDelegationId } from '../base/ids.ts';
import { randomBytes } from '../base/random.ts';
import type {
  DelegationMessageRequest,
  DelegationQuery,
  DelegationRequest,
  DelegationsQuery,
  InterruptDelegationRequest,
  InterruptDelegationsRequest,
  OrdersQuery,
  WireAssignment,
  WireDelegation,
  WireDelegations,
  WireDispatched,
  WireInterrupted,
  WireMessaged,
  WireOrder,
} from '../wire/delegation.ts';
import { streamEvents } from './event-stream.ts';
import type { Link } from './link.ts';
import { type Query, queryText } from './query-text.ts';

/** Goals that are handed to other agents, which report back once. */
export class Delegations {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** Returns at once. The id is chosen here: asked again after a crash, the daemon goes on with the same. */
  send(request: DelegationRequest): Promise<WireDispatched> {
    return this.#post('', { id: newDelegationId(), ...request });
  }

  /** The last one first; without contexts and results. */
  async list(query: DelegationsQuery = {}): Promise<readonly WireDelegation[]> {
    return (await this.#get<WireDelegations>('', query)).delegations;
  }

  /** Every task of it, with its result or the last line that it printed. */
  get(id: string, query: DelegationQuery = {}): Promise<WireDelegation> {
    return this.#get(pathOf(id), query);
  }

  /** Told to its delegates while they work, once. */
  message(
    id: string,
    text: string,
    options: Omit<DelegationMessageRequest, 'text'> = {},
  ): Promise<WireMessaged> {
    const client_id = randomBytes(16).toString('hex');
    return this.#post(pathOf(id, 'message'), { client_id, ...options, text });
  }

  /** They stop and say what there is; who does not is ended soon. */
  interrupt(id: string, options: InterruptDelegationRequest = {}): Promise<WireInterrupted> {
    return this.#post(pathOf(id, 'interrupt'), options);
  }

  /** All of a session, or all there are. */
  interruptAll(options: InterruptDelegationsRequest = {}): Promise<WireInterrupted> {
    return this.#post('/interrupt', options);
  }

  /** For a delegate: what it has to do. */
  assignment(process: string): Promise<WireAssignment> {
    return this.#link.call({ method: 'GET', path: delegatePath(process) });
  }

  /** For a delegate: what it is told meanwhile, behind `after`, until it has ended or the signal falls. */
  async *orders(
    process: string,
    { signal, ...query }: OrdersQuery & { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<WireOrder, void> {
    const path = `${delegatePath(process)}/orders${queryText(query)}`;
    try {
      for await (const { name, data } of streamEvents(this.#link, path, { signal, mostBreaks: Infinity }))
        if (name === 'order') yield JSON.parse(data) as WireOrder;
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  #get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#link.call({ method: 'GET', path: ROOT + path + queryText(query) });
  }

  #post<T>(path: string, body: object): Promise<T> {
    return this.#link.call({ method: 'POST', path: ROOT + path, body });
  }
}

const ROOT = '/v1/delegations';

function pathOf(id: string, verb = ''): string {
  return `/${encodeURIComponent(id)}${verb && `/${verb}`}`;
}

function delegatePath(process: string): string {
  return `/v1/delegates/${encodeURIComponent(process)}`;
}

import { newConversationId } from '../base/ids.ts';
import { randomBytes } from '../base/random.ts';
import type {
  AnswerApproval,
  ConversationEventsQuery,
  ConversationsQuery,
  CreateConversation,
  ExportQuery,
  ItemsQuery,
  ModelsQuery,
  OpenConversation,
  RingRequest,
  SearchConversationQuery,
  SendMessage,
  WireApproval,
  WireApprovals,
  WireConversation,
  WireConversations,
  WireExport,
  WireFoundItems,
  WireModels,
  WireRung,
  WireSent,
} from '../wire/conversation.ts';
import type { WireItems } from '../wire/conversation-item.ts';
import type { WireDone } from '../wire/daemon.ts';
import type { PauseGoal, SetGoal, WireGoalAnswer } from '../wire/goal.ts';
import { type ConversationEvent, type Listening, streamConversation } from './conversation-stream.ts';
import type { Link } from './link.ts';
import { type Query, queryText } from './query-text.ts';

/** Conversations of Ringback's own agent. An id may be given by as much of its beginning as no other has. */
export class Conversations {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** The one in which something was said last first. */
  list(query: ConversationsQuery = {}): Promise<WireConversations> {
    return this.#get('', query);
  }

  /** The id is chosen here: asked again after a crash, there is no second one. */
  create(request: CreateConversation): Promise<WireConversation> {
    return this.#post('', { conversation_id: newConversationId(), ...request });
  }

  get(id: string): Promise<WireConversation> {
    return this.#get(pathOf(id));
  }

  /** Somebody looks at it, with these variables. One that was closed goes on. */
  open(id: string, options: OpenConversation = {}): Promise<WireConversation> {
    return this.#post(pathOf(id, 'open'), options);
  }

  items(id: string, query: ItemsQuery = {}): Promise<WireItems> {
    return this.#get(pathOf(id, 'items'), query);
  }

  /** What changes, from `after` on or from now on, until the signal falls. A program that dies is followed by the next one. */
  events(
    id: string,
    { signal, onBreak, ...query }: ConversationEventsQuery & Listening = {},
  ): AsyncGenerator<ConversationEvent, void> {
    return streamConversation(this.#link, ROOT + pathOf(id, 'events') + queryText(query), {
      signal,
      onBreak,
    });
  }

  /** While a turn is under way it is heard in that turn. The client's id is chosen here: it is said once. */
  send(id: string, text: string, options: Partial<Omit<SendMessage, 'text'>> = {}): Promise<WireSent> {
    return this.#post(pathOf(id, 'messages'), { client_id: newClientId(), ...options, text });
  }

  /** Ends the turn, not what it has started. */
  stop(id: string): Promise<WireConversation> {
    return this.#post(pathOf(id, 'stop'));
  }

  /** It is left for another: what rings is stored in it, and makes no turn until it is opened again. */
  close(id: string): Promise<WireConversation> {
    return this.#post(pathOf(id, 'close'));
  }

  /** What waits for an answer of a person. */
  async approvals(id: string): Promise<readonly WireApproval[]> {
    return (await this.#get<WireApprovals>(pathOf(id, 'approvals'))).approvals;
  }

  /** The first answer counts; who comes later is told it, and by whom it was. */
  answer(id: string, answer: AnswerApproval): Promise<WireApproval> {
    return this.#post(pathOf(id, 'approvals'), answer);
  }

  /** Summarises the older part for the model. What was said is kept. */
  compact(id: string): Promise<WireDone> {
    return this.#post(pathOf(id, 'compact'));
  }

  search(id: string, query: SearchConversationQuery): Promise<WireFoundItems> {
    return this.#get(pathOf(id, 'search'), query);
  }

  export(id: string, as: ExportQuery['as'] = 'json'): Promise<WireExport> {
    return this.#get(pathOf(id, 'export'), { as });
  }

  /** What it works towards by itself. */
  goal(id: string): Promise<WireGoalAnswer> {
    return this.#get(pathOf(id, 'goal'));
  }

  /** In place of the one before; it begins at once. The client's id is chosen here: it is set once. */
  setGoal(id: string, text: string, options: Partial<Omit<SetGoal, 'text'>> = {}): Promise<WireGoalAnswer> {
    return this.#post(pathOf(id, 'goal'), { client_id: newClientId(), ...options, text });
  }

  /** No turn of its own and no judge until it is resumed. */
  pauseGoal(id: string, options: PauseGoal = {}): Promise<WireGoalAnswer> {
    return this.#post(pathOf(id, 'goal/pause'), options);
  }

  /** One that has reached a bound goes once more as far. */
  resumeGoal(id: string): Promise<WireGoalAnswer> {
    return this.#post(pathOf(id, 'goal/resume'));
  }

  /** It waits no longer. */
  unwaitGoal(id: string): Promise<WireGoalAnswer> {
    return this.#post(pathOf(id, 'goal/unwait'));
  }

  clearGoal(id: string): Promise<WireGoalAnswer> {
    return this.#post(pathOf(id, 'goal/clear'));
  }

  /** For what rings it: stored once, by the ids of the notifications. */
  ring(id: string, ring: RingRequest): Promise<WireRung> {
    return this.#post(pathOf(id, 'rings'), ring);
  }

  models(query: ModelsQuery = {}): Promise<WireModels> {
    return this.#get('/models', query);
  }

  #get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#link.call({ method: 'GET', path: ROOT + path + queryText(query) });
  }

  #post<T>(path: string, body: object = {}): Promise<T> {
    return this.#link.call({ method: 'POST', path: ROOT + path, body });
  }
}

const ROOT = '/v1/conversations';

function pathOf(id: string, verb = ''): string {
  return `/${encodeURIComponent(id)}${verb && `/${verb}`}`;
}

function newClientId(): string {
  return randomBytes(16).toString('hex');
}

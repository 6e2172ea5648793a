import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { RingbackError } from '../../base/errors.ts';
import { checkImages } from '../../base/image.ts';
import type { ServerEvent } from '../../transport/route.ts';
import type {
  ConversationsQuery,
  CreateConversation,
  ItemsQuery,
  OpenConversation,
  SearchConversationQuery,
  SendMessage,
  WireApproval,
  WireConversation,
  WireConversations,
  WireFoundItems,
  WireModels,
  WireSent,
} from '../../wire/conversation.ts';
import type { WireItems } from '../../wire/conversation-item.ts';
import type { SetGoal, WireGoalAnswer } from '../../wire/goal.ts';
import type { Where } from '../approval/subjects.ts';
import { searchConversation } from '../compaction/search.ts';
import { boundsOf } from '../goal/bounds.ts';
import { listModels, pickModel } from '../models/open-model.ts';
import type { Item } from '../store/item.ts';
import type { Answer, Listed } from '../store/store.ts';
import { LiveConversation, type LiveOptions } from './live-conversation.ts';
import type { Variables } from './live-model.ts';
import { viewerEvents } from './viewer-events.ts';
import { toWireApproval } from './wire-approval.ts';
import { toWireConversation } from './wire-conversation.ts';
import { toWireGoal } from './wire-goal.ts';
import { toWireItem } from './wire-item.ts';

const CONVERSATIONS_AT_ONCE = 50;
const ITEMS_AT_ONCE = 100;
const MOST_ITEMS = 1_000;
const FOUND_AT_ONCE = 50;

/** All conversations of a home, and those of them that are in memory. */
export class Agent {
  readonly #options: LiveOptions;
  readonly #live = new Map<string, LiveConversation>();

  constructor(options: LiveOptions) {
    this.#options = options;
    options.store.onChange((id) => this.#live.get(id)?.viewers.changed());
  }

  /** Goes on with what a program before has left. */
  goOn(): void {
    for (const id of this.#options.store.unfinished()) this.of(id).wakeSoon();
  }

  /** Nothing is to be done. */
  get isIdle(): boolean {
    return this.#options.store.unfinished().length === 0;
  }

  /** A turn is under way, somewhere. */
  get isInTurn(): boolean {
    return this.#options.store.hasOpenTurn();
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#live.values(), (one) => one.close()));
  }

  /** The full id of what begins so. */
  resolve(text: string): string {
    const [id, other] = this.#options.store.idsFrom(text);
    if (id === undefined) throw new RingbackError('not_found', `There is no conversation ${text}.`);
    if (other !== undefined)
      throw new RingbackError('ambiguous', `${text} may be ${id} or ${other}.`, 'Give more of the id.');
    return id;
  }

  of(id: string): LiveConversation {
    const known = this.#live.get(id);
    if (known) return known;
    const live = new LiveConversation(id, this.#options);
    this.#live.set(id, live);
    return live;
  }

  list({ limit = CONVERSATIONS_AT_ONCE, cursor, word, unfinished }: ConversationsQuery): WireConversations {
    if (unfinished)
      return { conversations: this.#options.store.unfinished().map((id) => this.get(id)), next: null };
    const page = this.#options.store.conversations(Math.max(1, limit), cursor, word);
    return { conversations: page.conversations.map((one) => this.#toWire(one)), next: page.next ?? null };
  }

  get(id: string): WireConversation {
    const listed = this.#options.store.summary(id);
    if (!listed) throw new RingbackError('not_found', `There is no conversation ${id}.`);
    return this.#toWire(listed);
  }

  async create(request: CreateConversation): Promise<WireConversation> {
    const { conversation_id, cwd, model = '', variables, hears = true } = request;
    if (!isAbsolute(cwd)) throw new RingbackError('bad_request', `"cwd" must be a whole path, not ${cwd}.`);
    if (model !== '') await this.#refuseUnknown(model, variables ?? this.#options.variables);
    const named = conversation_id === undefined ? {} : { id: conversation_id };
    const { id } = this.#options.store.create({ ...named, cwd, model, hears });
    return this.open(id, { ...(variables && { variables }), hears });
  }

  async open(id: string, { variables, model, hears = true }: OpenConversation): Promise<WireConversation> {
    if (model !== undefined) await this.#refuseUnknown(model, variables ?? this.of(id).variables);
    const wish = { ...(variables && { variables }), ...(model !== undefined && { model }), hears };
    await this.of(id).open(wish);
    return this.get(id);
  }

  items(id: string, { after, before_position: before, limit = ITEMS_AT_ONCE }: ItemsQuery): WireItems {
    const { store } = this.#options;
    const most = Math.min(MOST_ITEMS, Math.max(1, limit));
    const { sequence } = this.get(id);
    const found = after === undefined ? store.itemsBefore(id, before, most) : store.items(id, after, most);
    const more = after === undefined ? (firstPlace(found) ?? 1) > 1 : found.length === most;
    const isCut = after !== undefined && more;
    const last = isCut ? (found.at(-1)?.sequence ?? after) : sequence;
    return { items: found.map(toWireItem), sequence: last, more };
  }

  events(id: string, after: number | undefined, signal: AbortSignal): AsyncIterable<ServerEvent> {
    const { store } = this.#options;
    const watched = {
      viewers: this.of(id).viewers,
      items: (since: number, limit: number) => store.items(id, since, limit),
      state: () => this.get(id),
    };
    return viewerEvents(watched, after ?? this.get(id).sequence, signal);
  }

  async send(id: string, { client_id, text, images = [] }: SendMessage): Promise<WireSent> {
    const seen = checkImages(images).map(({ media_type: mediaType, data }) => ({
      type: 'image' as const,
      mediaType,
      data,
    }));
    const isNew = await this.of(id).send(client_id, text, seen);
    return { item_id: this.#options.store.messageOf(id, client_id) ?? '', is_new: isNew };
  }

  goal(id: string): WireGoalAnswer {
    const goal = this.#options.store.goals.get(id);
    return { goal: goal ? toWireGoal(goal) : null };
  }

  async setGoal(id: string, { text, client_id, ...wished }: SetGoal): Promise<WireGoalAnswer> {
    const bounds = { ...boundsOf(await this.#options.config()), ...wished };
    const changed = await this.of(id).setGoal({ clientId: client_id ?? randomUUID(), text, bounds });
    return { ...this.goal(id), changed };
  }

  changeGoal(id: string, change: 'pause' | 'resume' | 'unwait' | 'clear', reason?: string): WireGoalAnswer {
    const changed = this.of(id).changeGoal(change, reason);
    return { ...this.goal(id), changed };
  }

  approvals(id: string): WireApproval[] {
    const where = this.#whereOf(id);
    return this.of(id)
      .approvals()
      .map((one) => toWireApproval(one, where));
  }

  answer(id: string, call: string, given: Answer): WireApproval {
    const where = this.#whereOf(id);
    const { isFirst, ...answered } = this.of(id).answer(call, given);
    return { ...toWireApproval(answered, where), is_first: isFirst };
  }

  async models(id: string | undefined): Promise<WireModels> {
    const config = await this.#options.config();
    const variables = id === undefined ? this.#options.variables : this.of(this.resolve(id)).variables;
    const choice = await pickModel(undefined, config, variables);
    const models = await listModels(config, variables);
    return choice.kind === 'chosen'
      ? { models, default: `${choice.provider.name}/${choice.model}` }
      : { models, default: null, hint: choice.lines.join('\n') };
  }

  /** The latest first. */
  search(id: string, { pattern, limit = FOUND_AT_ONCE }: SearchConversationQuery): WireFoundItems['found'] {
    const found = searchConversation(
      this.#options.store,
      id,
      pattern,
      Math.min(MOST_ITEMS, Math.max(1, limit)),
    );
    return found.map(({ id: item_id, kind, position, text }) => ({ item_id, kind, position, text }));
  }

  /** Everything, in its order. */
  all(id: string): Item[] {
    return this.#options.store.itemsBefore(id, undefined, Number.MAX_SAFE_INTEGER);
  }

  /** The conversation keeps the model that it has. */
  async #refuseUnknown(model: string, variables: Variables): Promise<void> {
    const choice = await pickModel(model, await this.#options.config(), variables);
    if (choice.kind === 'chosen') return;
    const [message = '', ...rest] = choice.lines;
    throw new RingbackError('bad_request', message, rest.join('\n'));
  }

  #whereOf(id: string): Where {
    const { store } = this.#options;
    return { folder: this.get(id).cwd, shellFolder: store.shellFolder(id) };
  }

  #toWire(listed: Listed): WireConversation {
    return toWireConversation(listed, this.#live.get(listed.id), this.#options.store.goals.get(listed.id));
  }
}

function firstPlace(items: readonly Item[]): number | undefined {
  return items.find(({ position }) => position !== undefined)?.position;
}

import { Conversation } from './conversation.ts';
import { addServer, type Launch } from './mcp-entry.ts';
import { type Fields, idText, isFields, type Message, readMessage, textOf, writeMessage } from './message.ts';
import type { SessionFiles } from './session-files.ts';

/** What is known about the agent by the name it gives. */
export type Agent = {
  /** The first part of its session keys. */
  readonly name: string;
  /** All its sessions share their MCP servers: ours cannot be told which session it serves. */
  readonly sharesConnection?: boolean;
};

export type RelayOptions = {
  readonly launch: Launch;
  readonly files: SessionFiles;
  /** Its name if it gives none. */
  readonly program: string;
  recogniseAgent(name: string): Agent;
  isRingback(entry: Fields): boolean;
  toAgent(line: Buffer): void;
  toEditor(line: Buffer): void;
  /** A session that can be given turns, until it is closed. */
  onOpened(conversation: Conversation): void;
  onClosed(conversation: Conversation): void;
};

/** Requests that end the session they name. */
const ENDS = new Set(['session/close', 'session/delete']);

/**
 * Stands between an editor and its agent. What it does not understand is passed on unchanged; it reads along to know
 * the sessions, and whose turn it is.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #conversations = new Map<string, Conversation>();
  /** What to do with the response to a request of the editor. */
  readonly #onResponse = new Map<string, (answer: Message) => void>();
  #agent: Agent;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#agent = options.recogniseAgent(options.program);
  }

  fromEditor(line: Buffer): void {
    const message = readMessage(line);
    const conversation = this.#conversationOf(message);
    if (message?.method === 'initialize') this.#whenAnswered(message, (answer) => this.#recognise(answer));
    if (message && isOpening(message)) this.#open(message, conversation);
    else if (message && conversation) this.#forward(line, message, conversation);
    else this.#options.toAgent(line);
  }

  fromAgent(line: Buffer): void {
    const message = readMessage(line);
    if (message?.method === 'session/update') this.#conversationOf(message)?.update(message);
    if (message && message.id !== undefined && message.method === undefined) {
      if (this.#settleOwn(message)) return;
      const id = idText(message.id);
      this.#onResponse.get(id)?.(message);
      this.#onResponse.delete(id);
    }
    this.#options.toEditor(line);
  }

  #recognise({ result }: Message): void {
    const info = isFields(result) && isFields(result.agentInfo) ? result.agentInfo : {};
    const { recogniseAgent, program } = this.#options;
    this.#agent = recogniseAgent(textOf(info, 'name') ?? program);
  }

  #forward(line: Buffer, message: Message, conversation: Conversation): void {
    const { id, method = '' } = message;
    const isPrompt = method === 'session/prompt' && id !== undefined;
    if (isPrompt) this.#whenAnswered(message, () => conversation.answered(idText(id)));
    if (method === 'session/cancel') conversation.cancel();
    if (ENDS.has(method))
      this.#whenAnswered(message, (answer) => hasSucceeded(answer) && this.#close(conversation));
    if (isPrompt) conversation.request(line, message);
    else this.#options.toAgent(line);
  }

  /** A new or resumed session: adds our MCP server to its own. */
  #open(message: Message, known: Conversation | undefined): void {
    const { files, launch, isRingback } = this.#options;
    const { mcpServers, sessionId } = message.params;
    const sessionFile = this.#agent.sharesConnection ? undefined : files.next();
    const servers = Array.isArray(mcpServers) ? mcpServers : [];
    const params = {
      ...message.params,
      mcpServers: addServer(servers, { launch, sessionFile, isRingback }),
    };
    this.#whenAnswered(message, (answer) => {
      if (hasSucceeded(answer)) this.#opened(idOf(answer) ?? sessionId, sessionFile, message);
      known?.answered(idText(message.id));
    });
    const line = writeMessage({ ...message, params });
    if (known) known.request(line, message);
    else this.#options.toAgent(line);
  }

  #opened(id: unknown, sessionFile: string | undefined, { method }: Message): void {
    if (typeof id !== 'string') return;
    const key = `${this.#agent.name}:${id}`;
    if (sessionFile !== undefined) this.#options.files.write(sessionFile, key);
    const conversation = this.#conversations.get(id) ?? new Conversation(id, key, this.#options);
    if (method === 'session/load') conversation.loaded();
    if (this.#conversations.has(id)) return;
    this.#conversations.set(id, conversation);
    this.#options.onOpened(conversation);
  }

  #close(conversation: Conversation): void {
    this.#conversations.delete(conversation.id);
    this.#options.onClosed(conversation);
  }

  #settleOwn(answer: Message): boolean {
    return [...this.#conversations.values()].some((conversation) => conversation.settleOwn(answer));
  }

  #conversationOf(message: Message | null): Conversation | undefined {
    return message ? this.#conversations.get(textOf(message.params, 'sessionId') ?? '') : undefined;
  }

  #whenAnswered({ id }: Message, onAnswer: (answer: Message) => void): void {
    if (id !== undefined) this.#onResponse.set(idText(id), onAnswer);
  }
}

/** `session/new`, `load`, and what later versions add: any request that lists MCP servers for a session. */
function isOpening({ id, method = '', params }: Message): boolean {
  if (id === undefined || !method.startsWith('session/')) return false;
  return method === 'session/new' || Array.isArray(params.mcpServers);
}

function hasSucceeded({ result }: Message): boolean {
  return result !== undefined;
}

/** A load responds without an id: it was in the request. A fork responds with a new one. */
function idOf({ result }: Message): string | undefined {
  return isFields(result) ? textOf(result, 'sessionId') : undefined;
}

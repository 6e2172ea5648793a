import { matchesKey } from '@earendil-works/pi-tui';
import { formatAge } from '../../../base/age.ts';
import { RingbackError } from '../../../base/errors.ts';
import type { Client } from '../../../client/client.ts';
import type { ConversationEvent } from '../../../client/conversation-stream.ts';
import { cleanText } from '../../../output/clean-text.ts';
import type { AnswerApproval, WireConversation } from '../../../wire/conversation.ts';
import type { WireItem } from '../../../wire/conversation-item.ts';
import { goalStatus } from '../describe-goal.ts';
import { describeMissing } from '../missing-tools.ts';
import type { SlashContext } from '../slash/command.ts';
import { parseSlash, type SlashLine } from '../slash/table.ts';
import { Approvals } from './approvals.ts';
import { completionsOf } from './completions.ts';
import { ConversationView } from './conversation-view.ts';
import { follow, persist } from './follow.ts';
import { History } from './history.ts';
import { type KeyAction, keyAction, keyTable } from './keys.ts';
import { Layout, type LayoutState } from './layout.ts';
import { Outbox } from './outbox.ts';
import { ProcessStates } from './process-states.ts';
import type { Written } from './prompt.ts';
import type { Style } from './style.ts';

export type ChatOptions = {
  readonly client: Client;
  readonly home: string;
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly style: Style;
  /** The conversation to begin with: asked once the prompt is there. */
  choose(): Promise<{ readonly conversation: WireConversation; readonly isNew: boolean }>;
  /** Image files to be seen with the first line. */
  readonly images: readonly string[];
};

/** Who leaves waits so long for what they have written. */
const MOST_SENDING_MS = 2_000;

/** What is left behind. */
export type Leaving = {
  readonly running: readonly string[];
  readonly isWorking: boolean;
  readonly unsent: readonly string[];
};

/** A conversation in a terminal. It is drawn before anybody is asked anything. */
export class Chat {
  readonly #options: ChatOptions;
  readonly #layout: Layout;
  readonly #history: History;
  readonly #outbox: Outbox;
  readonly #processes: ProcessStates;
  readonly #approvals: Approvals;
  readonly #left = Promise.withResolvers<void>();
  #view: ConversationView;
  #following = new AbortController();
  /** How many conversations were shown. */
  #shown = 0;
  /** Why the agent cannot be reached. */
  #lost: string | undefined;

  constructor(options: ChatOptions) {
    const { client, home, cwd, style } = options;
    this.#options = options;
    this.#layout = new Layout({
      style,
      completions: completionsOf(() => this.#context(), cwd),
      state: () => this.#state(),
      process: (id) => this.#processes.of(id),
      onSay: (written) => this.#say(written),
      onKey: (key) => this.#press(key),
    });
    this.#view = new ConversationView(this.#layout.transcript, '');
    this.#processes = new ProcessStates(client, () => this.#layout.refresh());
    this.#approvals = new Approvals(client, () => this.#layout.refresh());
    this.#outbox = new Outbox(client, {
      onChange: () => this.#layout.refresh(),
      onRefusal: (message) => this.#layout.note(cleanText(message), 'bad'),
    });
    this.#layout.prompt.attach(options.images);
    this.#history = new History(home);
    for (const line of this.#history.read()) this.#layout.prompt.addToHistory(line);
  }

  /** Until the person leaves; what goes on without them. */
  async run(): Promise<Leaving> {
    this.#layout.start();
    // Where the terminal is closed there is nobody to talk to.
    const leave = () => this.#left.resolve();
    for (const signal of ['SIGHUP', 'SIGTERM'] as const) process.once(signal, leave);
    process.stdin.once('end', leave).once('error', leave);
    process.stdout.on('error', leave);
    // Without a conversation there is nothing to stay for.
    this.#begin().catch(this.#left.reject);
    try {
      await this.#left.promise;
      if (this.#outbox.unsent.length > 0) this.#layout.tell('Sending what you wrote…');
      await this.#outbox.settle(MOST_SENDING_MS);
    } finally {
      this.#following.abort();
      this.#processes.close();
      this.#layout.stop();
    }
    return {
      running: [...this.#processes.running, ...this.#processes.delegates],
      isWorking: this.#view.workingSince !== undefined,
      unsent: this.#outbox.unsent.map(({ text }) => text),
    };
  }

  async #begin(): Promise<void> {
    const lost = (why: string) => this.#lose(why);
    const found = await persist(this.#options.choose, { lost }, this.#following.signal);
    this.#show(found.conversation.conversation_id, { isNew: found.isNew });
  }

  #show(id: string, { isNew = false } = {}): void {
    this.#following.abort();
    this.#following = new AbortController();
    const { signal } = this.#following;
    const { client, variables } = this.#options;
    this.#shown += 1;
    const view = new ConversationView(this.#layout.transcript, String(this.#shown));
    this.#view = view;
    this.#outbox.sendTo(id);
    const viewer = {
      begin: (conversation: WireConversation, items: readonly WireItem[]) => {
        if (!isNew) this.#layout.note(titleOf(conversation), 'dim', { isApart: true });
        for (const item of items) view.takeItem(item);
        this.#take({ type: 'state', conversation });
      },
      take: (event: ConversationEvent) => this.#take(event),
      lost: (why: string) => this.#lose(why),
    };
    follow(id, { client, variables, viewer, signal }).catch((error: unknown) => {
      if (!signal.aborted) this.#fail(error);
    });
  }

  #take(event: ConversationEvent): void {
    this.#view.take(event, Date.now());
    const { conversation, started } = this.#view;
    // The connection is there.
    this.#lost = undefined;
    if (conversation && event.type !== 'text') this.#processes.look(conversation.conversation_id, started);
    if (event.type === 'state') void this.#approvals.look(event.conversation);
    this.#layout.refresh();
  }

  #say(written: Written): void {
    this.#layout.prompt.addToHistory(written.text);
    this.#history.add(written.text);
    const line = parseSlash(written.text);
    if (line.kind === 'text') {
      this.#outbox.add(written);
      return;
    }
    this.#layout.note(cleanText(written.text), 'dim', { isApart: true });
    if (line.kind === 'wrong') this.#layout.note(line.message, 'plain');
    else this.#obey(line);
  }

  #obey({ command, argument }: Extract<SlashLine, { kind: 'command' }>): void {
    const context = this.#context();
    if (!context) this.#layout.tell('There is no connection yet.');
    else this.#try(() => command.run(context, argument));
  }

  #context(): SlashContext | undefined {
    const conversation = this.#view.conversation?.conversation_id;
    if (conversation === undefined) return undefined;
    const { client, variables } = this.#options;
    return {
      client,
      conversation,
      variables,
      width: this.#layout.width,
      keys: keyTable,
      asked: () => this.#approvals.pending[0]?.call_id,
      write: (text) => this.#layout.note(text, 'plain'),
      show: (id) => this.#show(id),
      leave: () => this.#left.resolve(),
    };
  }

  #press(key: string): boolean {
    const { prompt } = this.#layout;
    const action = keyAction(key, {
      isEmpty: prompt.isEmpty,
      isWorking: this.#view.hasTurn,
      isCompleting: prompt.isShowingAutocomplete(),
      hasApproval: this.#approvals.isRead(Date.now()),
      mayLeave: this.#layout.hasHint && matchesKey(key, 'ctrl+c'),
    });
    this.#actions[action]();
    return action !== 'type';
  }

  readonly #actions: Readonly<Record<KeyAction, () => void>> = {
    type() {},
    leave: () => this.#left.resolve(),
    warn: () => this.#layout.tell('Ctrl-C again, or Ctrl-D, leaves. The agent goes on.'),
    clear: () => this.#layout.clear(),
    unfold: () => this.#layout.unfold(),
    redraw: () => this.#layout.redraw(),
    suspend: () => this.#layout.suspend(),
    stop: () => this.#try(() => this.#stop()),
    allow: () => this.#try(() => this.#answer('allow')),
    deny: () => this.#try(() => this.#answer('deny')),
    always: () => this.#try(() => this.#answer('always')),
  };

  async #stop(): Promise<void> {
    const { conversation } = this.#view;
    if (!conversation) return;
    this.#layout.tell('Stopping…');
    await this.#options.client.conversations.stop(conversation.conversation_id);
  }

  async #answer(answer: AnswerApproval['answer']): Promise<void> {
    const refusal = await this.#approvals.answer(answer);
    if (refusal !== undefined) this.#layout.note(refusal, 'dim');
  }

  /** What goes wrong is told. */
  #try(act: () => Promise<void> | void): void {
    new Promise<void>((resolve) => resolve(act())).catch((error: unknown) => this.#fail(error));
  }

  #lose(why: string): void {
    this.#lost = why;
    this.#layout.refresh();
  }

  #fail(error: unknown): void {
    const { message, hint } = error instanceof RingbackError ? error : { message: String(error), hint: '' };
    this.#layout.note(cleanText(`${message} ${hint}`.trim()), 'bad');
  }

  #state(): LayoutState {
    const { conversation, workingSince, queued } = this.#view;
    const unsent = this.#outbox.unsent.filter(
      ({ clientId }) => !queued.some((one) => one.client_id === clientId),
    );
    return {
      below: {
        waiting: [...queued, ...unsent].map(({ text }) => text),
        approvals: this.#approvals.pending,
        trouble: this.#lost ?? (conversation && describeTrouble(conversation)),
      },
      status: {
        workingMs: workingSince === undefined ? undefined : Date.now() - workingSince,
        goal: goalStatus(conversation?.goal, Date.now()),
        running: this.#processes.running.length,
        delegates: this.#processes.delegates.length,
        needsYou: conversation?.pending_approvals ?? 0,
        dollars: conversation?.cost ?? 0,
        model: conversation?.model ?? '',
      },
    };
  }
}

function titleOf({ conversation_id, cwd }: WireConversation): string {
  return cleanText(`${conversation_id}, in ${cwd}`);
}

/** What keeps it from going on, or from doing all that it could. */
function describeTrouble(conversation: WireConversation): string | undefined {
  const { trouble } = conversation;
  if (!trouble) return describeMissing(conversation) || undefined;
  const { message, retry_at: at } = trouble;
  return at === null ? message : `${message} Trying again in ${formatAge(Date.parse(at) - Date.now())}.`;
}

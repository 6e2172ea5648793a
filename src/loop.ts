/**
 * `ringback/loop`: a conversation that survives, for a harness of your own. It stores what is said, called and answered before it
 * takes effect, and tells what is to be done next; you ask the model and carry out the calls. Killed anywhere, the next program
 * that opens it goes on there (promise 23).
 */
import { resolve } from 'node:path';
import { carryOut as carryOutOne } from './agent/carry-out.ts';
import { daemonTools } from './agent/daemon-tools.ts';
import { callId, stepId } from './agent/ids.ts';
import type { Image, ModelMessage, ModelStep, ToolCall, Usage } from './agent/model.ts';
import { type Action, nextAction } from './agent/next-action.ts';
import { ringsOf } from './agent/rings-of-client.ts';
import { Store } from './agent/store/store.ts';
import type { Outcome, Tool } from './agent/tool.ts';
import { defaultConfig } from './base/config.ts';
import { failpoint } from './base/failpoint.ts';
import type { ToolHome } from './tools.ts';

export type { Image, ModelMessage, Reasoning, Text, ToolAnswer, ToolCall } from './agent/model.ts';
export type { Outcome, Repeat, Tool } from './agent/tool.ts';

export type LoopOptions = {
  /** The conversation, as `<agent>:<its own id>`; also the session key of what it starts. */
  readonly session: string;
  /** Where conversations are kept, in a database; one program at a time. */
  readonly folder: string;
  /** Where commands begin; default: the folder of this program. */
  readonly workdir?: string;
  /** Default: that of this program. Keys of agents are not handed on to commands. */
  readonly env?: Readonly<Record<string, string | undefined>>;
};

/** What the model said. `content`: texts, thoughts, and calls under the ids that `callId` gave. */
export type Said = Pick<ModelStep, 'content'> &
  Partial<Pick<ModelStep, 'finish' | 'usage'>> & { readonly cost?: number };

/** What is to be done next. What is not answered comes again. */
export type Work =
  /** Ask your model, and store what it `said`; after three deaths in it the turn fails. */
  | {
      readonly kind: 'ask';
      /** The same whenever it is asked again: what was streamed before is void. */
      readonly id: string;
      readonly messages: readonly ModelMessage[];
      readonly signal: AbortSignal;
      /** The id of a call, by its position in what the model said. Not the provider's: those repeat. */
      readonly callId: (position: number) => string;
      said(said: Said): void;
      /** It cannot answer; the turn is over. */
      failed(reason: string): void;
    }
  /** Carry out a call, and store its outcome. `isRepeat`: a program that died has begun it. */
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly tool: string;
      readonly input: unknown;
      readonly isRepeat: boolean;
      readonly signal: AbortSignal;
      answered(outcome: Outcome): void;
    }
  /** A turn is over: the last words of the model, or why it failed. Told at least once. */
  | { readonly kind: 'done'; readonly text: string; readonly failure?: string };

export type Loop = {
  /** `terminal`, `process`, `execute_code`, `wake` and `delegate`: each call once, by its id. */
  readonly tools: readonly Tool[];
  /** As a model is shown it. */
  messages(): readonly ModelMessage[];
  /** A person says something: a turn begins, or hears it. The same id twice is one message; false: it was said before. */
  say(id: string, text: string, images?: readonly Image[]): boolean;
  /** Ends the turn, not what it has started. */
  stop(): void;
  /** What is to be done, from where it was; idle, it waits for what rings. Until the signal falls. */
  work(signal?: AbortSignal): AsyncGenerator<Work, void>;
  close(): void;
  [Symbol.dispose](): void;
};

const NOTHING: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

export function openLoop(ringback: ToolHome, options: LoopOptions): Loop {
  const { session, folder, workdir = process.cwd(), env = process.env } = options;
  const { client, config = defaultConfig } = ringback;
  const store = new Store(resolve(folder));
  store.create({ id: session, cwd: workdir, model: '' });
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const rings = ringsOf(client);
  let stopping = new AbortController();
  let said = new AbortController();
  const turn = () => store.view(session).turn;

  /** One thing that is stored; what the caller has to do, if anything. */
  async function act(action: Action, over: AbortSignal): Promise<Work | undefined> {
    const signal = AbortSignal.any([stopping.signal, over]);
    switch (action.kind) {
      case 'idle': {
        const ring = await rings.next(session, AbortSignal.any([said.signal, over]));
        said = new AbortController();
        if (!ring) return undefined;
        failpoint('loop:rung');
        store.ring(session, ring.notifications, ring.text);
        failpoint('loop:ring-stored');
        return undefined;
      }
      case 'begin':
        store.begin(session, action.take);
        failpoint('loop:begun');
        return undefined;
      case 'ask':
        return toAsk(store.ask(session, turn() ?? 0, '', action.position), signal);
      case 'call': {
        const { id, tool, input, state } = action.call;
        store.beginCall(id);
        failpoint('loop:call-begun');
        const answered = (outcome: Outcome) => {
          failpoint('loop:call-done');
          if (!signal.aborted) store.answerCall(session, id, outcome);
          failpoint('loop:call-answered');
        };
        return { kind: 'call', id, tool, input, isRepeat: state === 'begun', signal, answered };
      }
      case 'acknowledge':
        await rings.acknowledge(action.notifications);
        failpoint('loop:acknowledged');
        store.acknowledged(action.notifications);
        return undefined;
      case 'finish':
        return { kind: 'done', text: textOf(store.history(session).at(-1)) };
      case 'fail':
        return { kind: 'done', text: '', failure: action.reason };
      default:
        throw new Error('nobody asks for approval here');
    }
  }

  function toAsk(position: number, signal: AbortSignal): Work {
    failpoint('loop:asking');
    return {
      kind: 'ask',
      id: stepId(session, position),
      messages: store.history(session),
      signal,
      callId: (index) => callId(session, position, index),
      said({ content, finish, usage = NOTHING, cost }) {
        failpoint('loop:heard');
        const calls = content.filter((part): part is ToolCall => part.type === 'call');
        const step = { content, finish: finish ?? (calls.length > 0 ? 'calls' : 'said'), usage };
        if (!signal.aborted) store.said(session, position, step, cost);
        failpoint('loop:said');
      },
      failed: (reason) => {
        const open = turn();
        if (open !== undefined) store.fail(open, reason);
      },
    };
  }

  async function* work(over = new AbortController().signal): AsyncGenerator<Work, void> {
    while (!over.aborted) {
      const action = nextAction(store.view(session));
      if (stopping.signal.aborted) stopping = new AbortController();
      const todo = await act(action, over);
      if (!todo) continue;
      yield todo;
      const open = turn();
      if (todo.kind !== 'done' || open === undefined) continue;
      failpoint('loop:told');
      if (todo.failure === undefined) store.finish(open);
      else store.fail(open, todo.failure);
    }
  }

  return {
    tools: daemonTools({ client, config, session, workdir, env: Object.fromEntries(variables), hears: true }),
    messages: () => store.history(session),
    say(id, text, images = []) {
      const isNew = store.send(session, { clientId: id, content: [{ type: 'text', text }, ...images] });
      if (!isNew) return false;
      said.abort();
      // A tool that waits is not waited for any longer.
      if (turn() !== undefined) void rings.interrupt(session).catch(() => {});
      return true;
    },
    stop() {
      const open = turn();
      if (open !== undefined) store.stop(open);
      stopping.abort();
    },
    work,
    close: () => store.close(),
    [Symbol.dispose]: () => store.close(),
  };
}

/** The outcome of a call: of one that a dead program has begun only where the tool allows it to be repeated. */
export function carryOut(tools: readonly Tool[], call: Extract<Work, { kind: 'call' }>): Promise<Outcome> {
  const { id, tool: name, input, isRepeat, signal } = call;
  const tool = tools.find((one) => one.name === name);
  return carryOutOne(tool, name, input, { id, isRepeat, signal });
}

function textOf(message: ModelMessage | undefined): string {
  const parts = message?.content ?? [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

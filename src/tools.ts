/** `ringback/tools`: the tools as JSON Schema with handlers, ready for any model SDK. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, defaultConfig } from './base/config.ts';
import { RingbackError } from './base/errors.ts';
import { isProcessId, newProcessId } from './base/ids.ts';
import { loadConfig } from './base/load-config.ts';
import { shortHash } from './base/short-hash.ts';
import type { Client } from './client/client.ts';
import type { Ringback } from './open-ringback.ts';
import type { JsonObjectSchema, ToolDefinition } from './tools/definition.ts';
import { describeTools } from './tools/describe-tools.ts';
import type { WireToolCall } from './wire/tool.ts';

export type { JsonObjectSchema, ToolDefinition } from './tools/definition.ts';

/** The tools as a model is told of them, where nothing is changed in config.json. */
export const toolDefinitions: readonly ToolDefinition[] = describeTools(defaultConfig);

/** The same with the settings of a home. */
export async function loadToolDefinitions(home: string): Promise<readonly ToolDefinition[]> {
  return describeTools(await loadConfig(home).catch(() => defaultConfig));
}

export type ToolOptions = {
  /** The conversation, as `<agent>:<its own id>`: what is started here is told to it. */
  readonly session: string;
  /** One run of an agent or sub-agent inside of it. */
  readonly task?: string;
  /** Where the session begins; default: the folder of this program. */
  readonly workdir?: string;
  /** Default: that of this program. Keys of agents are not handed on to commands. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * This program gives the session a turn when there is something to tell: it drains after each turn and subscribes
   * while idle. Without it, what there is to tell rides on the result of the next call.
   */
  readonly wakes?: boolean;
  /**
   * This program calls `acknowledge` when it has stored a result. Until then the end of a command that the result shows
   * counts as untold: it can be asked for again under its `callId`, and is told when nobody does.
   */
  readonly acknowledges?: boolean;
};

/** What `openRingback` gives. Without `config` the tools are described as if config.json changed nothing. */
export type ToolHome = Pick<Ringback, 'client'> & { readonly config?: Config };

export type AgentTool = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'annotations'> & {
  readonly inputSchema: JsonObjectSchema;
  /** What the model wrote in, what it should read out. */
  execute(given: unknown, options?: ExecuteOptions): Promise<ToolResult>;
  /** The results so far, of all the tools, are stored. */
  acknowledge(): Promise<void>;
};

export type ExecuteOptions = {
  /** When it falls, a command in the foreground is killed. */
  readonly signal?: AbortSignal;
  /**
   * Names the call within its session: the id that the model gave it, or any text. A program that died before it had
   * stored the result makes the call again under the same id, and nothing is started twice.
   */
  readonly callId?: string;
};

export type ToolResult = Readonly<Record<string, unknown>>;

/** The tools, bound to one conversation. */
export function createTools(
  { client, config = defaultConfig }: ToolHome,
  options: ToolOptions,
): readonly AgentTool[] {
  const riding: string[] = [];
  return describeTools(config).map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    annotations,
    async acknowledge() {
      const ids = riding.splice(0);
      if (ids.length > 0) await client.notifications.acknowledge(ids);
    },
    async execute(given, { signal, callId } = {}) {
      signal?.throwIfAborted();
      // The model was shown the last results: it asks again.
      const acknowledge = riding.splice(0);
      const call = { ...toCall(options, callId), arguments: given ?? {}, acknowledge };
      const left = new AbortController();
      let leaving: Promise<void> | undefined;
      const end = async () => {
        if (isForeground(name, given)) await killStarted(client, call.call_id, options.session, left.signal);
        left.abort(signal?.reason);
      };
      const leave = () => {
        leaving = end();
      };
      signal?.addEventListener('abort', leave, { once: true });
      try {
        const answer = await client.tools.call(name, call, { signal: left.signal });
        signal?.throwIfAborted();
        riding.push(...answer.riding);
        return answer.result;
      } catch (error) {
        // Whether the daemon has heard of them is not known; to tell it again does no harm.
        riding.push(...acknowledge);
        throw error;
      } finally {
        signal?.removeEventListener('abort', leave);
        left.abort();
        // The answer may come as soon as the command itself has died, before everything that it started has.
        await leaving;
      }
    },
  }));
}

function toCall(
  { session, task, workdir, env = process.env, wakes, acknowledges }: ToolOptions,
  callId: string | undefined,
): Omit<WireToolCall, 'arguments'> {
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    session_key: session,
    ...(task !== undefined && { task }),
    workdir: workdir ?? process.cwd(),
    env: Object.fromEntries(variables),
    call_id: callId === undefined ? newProcessId() : toProcessId(session, callId),
    ...(acknowledges && { acknowledges }),
    reach: wakes ? 'subscribed' : 'ride',
  };
}

/** What a call starts has the id of the call. */
function toProcessId(session: string, callId: string): string {
  if (isProcessId(callId)) return callId;
  return `proc_${shortHash(JSON.stringify([session, callId]), 12)}`;
}

function isForeground(name: string, given: unknown): boolean {
  const isBackground =
    typeof given === 'object' && given !== null && 'background' in given && given.background === true;
  return name === 'terminal' && !isBackground;
}

/**
 * Kills the command of a call, whose process has the call's id. The call is kept open meanwhile: dropped before its
 * command has started, it would start all the same and go on in the background.
 */
async function killStarted(client: Client, id: string, session: string, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    try {
      await client.kill(id, { session_key: session });
      return;
    } catch (error) {
      if (!(error instanceof RingbackError) || error.code !== 'not_found') return;
    }
    await sleep(20);
  }
}

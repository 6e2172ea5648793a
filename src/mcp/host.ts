import type { Client } from '../client/client.ts';
import type { WireToolAnswer, WireToolCall } from '../wire/tool-types.ts';
import type { Rides } from './rides.ts';
import type { TaskState } from './tasks/task-state.ts';

/** A tool as `tools/list` gives it. */
export type OfferedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: object;
};

/** What the server needs of the daemon: all of its work is done there. */
export type Daemon = {
  readonly tools: {
    call(name: string, call: WireToolCall, options: { signal?: AbortSignal }): Promise<WireToolAnswer>;
    task(id: string): Promise<TaskState>;
    cancelTask(id: string): Promise<TaskState>;
    /** Only of a daemon whose tools ask the client something; ours never do. */
    answerTask?(id: string, responses: Readonly<Record<string, unknown>>): Promise<void>;
  };
  readonly notifications: Pick<Client['notifications'], 'acknowledge'>;
} & Pick<Client, 'get' | 'follow'>;

/** The daemon of a home, through its client. */
export function toDaemon(client: Client): Daemon {
  return {
    // The name was looked up in the table of tools before.
    tools: client.tools as Daemon['tools'],
    notifications: client.notifications,
    get: (id) => client.get(id),
    follow: (id, options) => client.follow(id, options),
  };
}

/** What all connections of one server process share. */
export type Host = {
  readonly daemon: Daemon;
  readonly tools: readonly OfferedTool[];
  /** `--session` or RINGBACK_SESSION. */
  readonly session: string | undefined;
  /** For commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where agents tell their children the session; empty where the server is nobody's child. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The longest that a call waits: clients give up after 60 s, and it has to answer before. */
  readonly waitSeconds: number;
  /** Between two progress notifications of a call that waits. */
  readonly progressMs: number;
  /** A result as text; JSON unless a test suite wants other words. */
  readonly toText?: (result: Readonly<Record<string, unknown>>) => string;
};

/** One client, as far as it can be told from others. */
export type Connection = {
  /** Stays the same for as long as it lives, and is never used again after. */
  readonly name: string;
  /** What is sent on it reaches this client alone. */
  readonly isOwn: boolean;
  ridesOf(sessionKey: string): Rides;
};

import type { Client } from '../client/client.ts';
import type { ToolName, WireToolAnswer, WireToolCall } from '../wire/tool.ts';
import type { Rides } from './rides.ts';
import { toPromptAnswers } from './tasks/ask-person.ts';
import type { TaskState } from './tasks/task-state.ts';

/** A tool as listed by `tools/list`. */
export type OfferedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: object;
};

/** What the server needs of the daemon, which does all the work. */
export type Daemon = {
  readonly tools: {
    call(name: string, call: WireToolCall, options: { signal?: AbortSignal }): Promise<WireToolAnswer>;
    task(id: string): Promise<TaskState>;
    cancelTask(id: string): Promise<TaskState>;
    /** What the person said to questions of a task, under their keys. */
    answerTask(id: string, responses: Readonly<Record<string, unknown>>): Promise<void>;
  };
  readonly notifications: Pick<Client['notifications'], 'acknowledge'>;
} & Pick<Client, 'get' | 'follow' | 'activeForSession'>;

/** The daemon of a home, through its client. */
export function toDaemon(client: Client): Daemon {
  const { tools } = client;
  return {
    tools: {
      // The name has been found in the table of tools.
      call: (name, call, options) => tools.call(name as ToolName, call, options),
      task: (id) => tools.task(id),
      cancelTask: (id) => tools.cancelTask(id),
      async answerTask(id, responses) {
        for (const answer of toPromptAnswers(responses)) await tools.answerTask(id, answer);
      },
    },
    notifications: client.notifications,
    get: (id) => client.get(id),
    follow: (id, options) => client.follow(id, options),
    activeForSession: (session) => client.activeForSession(session),
  };
}

/** Shared by all connections of one server process. */
export type McpContext = {
  readonly daemon: Daemon;
  readonly tools: readonly OfferedTool[];
  /** `--session` or RINGBACK_SESSION. */
  readonly session: string | undefined;
  /** For commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where agents pass the session to their children; empty if no agent started the server. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The longest that a call waits: clients give up after 60 s, and it must answer before. */
  readonly waitSeconds: number;
  /** The interval between progress notifications of a waiting call. */
  readonly progressMs: number;
  /** A result as text; JSON unless a test suite needs another format. */
  readonly toText?: (result: Readonly<Record<string, unknown>>) => string;
};

/** One client, as far as it can be told from others. */
export type Connection = {
  /** Stays the same while the client lives, and is never used again. */
  readonly name: string;
  /** Whether what is sent on it reaches only this client. */
  readonly isOwn: boolean;
  ridesOf(sessionKey: string): Rides;
};

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { readSessionFile } from '../base/session-file.ts';
import { registerRinger } from '../ringers/register.ts';
import type { WireToolCall } from '../wire/tool.ts';
import { type Agent, recogniseAgent } from './agents.ts';
import type { Connection, McpContext } from './context.ts';
import { reachOf } from './reach.ts';
import { resolveSession, type Session } from './resolve-session.ts';
import type { Rides } from './rides.ts';
import { TASKS_EXTENSION } from './tasks/extension.ts';

/** Who makes a request. */
export type Caller = {
  readonly agent: Agent;
  readonly session: Session;
  readonly declaresTasks: boolean;
  readonly rides: Rides;
  /** Everything about a tool call that identifies the caller. */
  readonly identity: Pick<WireToolCall, 'session_key' | 'task' | 'workdir' | 'env' | 'reach' | 'ringer'>;
};

type Requested = {
  readonly clientName: string | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly declaresTasks: boolean;
  /** Whether a task may have a question to the person who uses the client. */
  readonly showsForms: boolean;
  readonly arguments?: unknown;
};

export function identify(context: McpContext, connection: Connection, requested: Requested): Caller {
  const { declaresTasks } = requested;
  const agent = recogniseAgent(requested.clientName);
  const session = resolveSession({
    explicit: context.session ?? readSessionFile(context.variables.RINGBACK_SESSION_FILE),
    agent,
    meta: requested.meta,
    arguments: requested.arguments,
    env: context.variables,
    folder: context.folder,
    connection: connection.name,
  });
  const { isFallback } = session;
  // A program that hosts the agent gives it its turns itself.
  const ringer = context.variables.RINGBACK_HOSTED
    ? undefined
    : registerRinger(agent.name, { session: session.key, ...requested, variables: context.variables });
  return {
    agent,
    session,
    declaresTasks,
    rides: connection.ridesOf(session.key),
    identity: {
      session_key: session.key,
      ...(session.task !== undefined && { task: session.task }),
      workdir: context.folder,
      env: withoutGaps(context.env),
      reach: reachOf({ declaresTasks, agent, isFallback, hasConnection: connection.isOwn }),
      ...(ringer && { ringer }),
    },
  };
}

type Envelope = {
  readonly [CLIENT_INFO_META_KEY]?: { readonly name: string };
  readonly [CLIENT_CAPABILITIES_META_KEY]?: Capabilities;
};
type Capabilities = {
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly elicitation?: object;
};

/** Clients of 2026 identify themselves and their capabilities with every request; older ones did so once. */
export function requestedBy(server: Server, { mcpReq }: ServerContext): Requested {
  const envelope: Envelope = mcpReq.envelope ?? {};
  return {
    clientName: envelope[CLIENT_INFO_META_KEY]?.name ?? server.getClientVersion()?.name,
    meta: mcpReq._meta,
    declaresTasks: declaresTasks(envelope[CLIENT_CAPABILITIES_META_KEY]),
    showsForms: showsForms(envelope[CLIENT_CAPABILITIES_META_KEY]),
  };
}

/** Decided per request: a client that did not declare it takes a task for a failed call. */
function declaresTasks(capabilities: Capabilities | undefined): boolean {
  const extensions = capabilities?.extensions;
  return extensions !== undefined && Object.hasOwn(extensions, TASKS_EXTENSION);
}

/** `{}` means forms: it is from before there was anything else. */
function showsForms(capabilities: Capabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && ('form' in elicitation || Object.keys(elicitation).length === 0);
}

function withoutGaps(env: McpContext['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

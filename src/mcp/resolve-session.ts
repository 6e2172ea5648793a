/** Finds the session of a call. Done for every call: one connection may serve several sessions. */
import { isObject } from '../base/is-object.ts';
import { turnMetadata } from '../ringers/kinds/codex/turn-metadata.ts';
import { RINGER_ARGUMENT, SESSION_ARGUMENT } from '../wire/reserved-arguments.ts';
import type { Agent } from './agents.ts';

/** The session, and its task, in a request's `_meta`. */
const SESSION_META = 'ringback/session';
const TASK_META = 'ringback/task';

/** Longer than any id of today's agents. */
const LONGEST_ID = 256;

export type SessionHints = {
  /** `--session`, RINGBACK_SESSION, or the current content of RINGBACK_SESSION_FILE. */
  readonly explicit: string | undefined;
  readonly agent: Agent;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** As the model wrote them, including what a plugin added. */
  readonly arguments: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The client's folder. */
  readonly folder: string;
  /** This server process, or the MCP session of a client over HTTP. */
  readonly connection: string;
};

export type Session = {
  readonly key: string;
  readonly task?: string;
  /** The session is unknown: the key is enough to manage processes, never to wake a conversation. */
  readonly isFallback: boolean;
};

export function resolveSession(hints: SessionHints): Session {
  const { agent, env } = hints;
  if (hints.explicit) return resolved(hints, hints.explicit);
  const given = sessionOfMeta(hints) ?? sessionOfArguments(hints);
  if (given !== undefined) return resolved(hints, given);
  // An agent that another agent started inherits its variables: each variable counts only for the agent that sets it.
  const inherited = agent.variable === undefined ? undefined : idOf(env[agent.variable]);
  if (inherited !== undefined) return resolved(hints, `${agent.name}:${inherited}`);
  // The task tells connections from the same folder apart: what one started is reported only to it.
  return { key: `${agent.name}:${hints.folder}`, task: hints.connection, isFallback: true };
}

/** What the tool gets: the arguments without the reserved ones. */
export function withoutReserved(given: unknown, agent: Agent): unknown {
  if (!agent.takesSessionArgument || !isObject(given)) return given;
  const { [SESSION_ARGUMENT]: _, [RINGER_ARGUMENT]: __, ...own } = given;
  return own;
}

function sessionOfMeta({ meta = {}, agent }: SessionHints): string | undefined {
  const own = idOf(meta[SESSION_META]);
  if (own !== undefined) return toKey(own, agent);
  if (agent.name !== 'codex') return undefined;
  const thread = idOf(meta.threadId) ?? idOf(turnMetadata(meta).thread_id);
  return thread === undefined ? undefined : `codex:${thread}`;
}

function sessionOfArguments({ arguments: given, agent }: SessionHints): string | undefined {
  if (!agent.takesSessionArgument || !isObject(given)) return undefined;
  const own = idOf(given[SESSION_ARGUMENT]);
  return own === undefined ? undefined : toKey(own, agent);
}

/** A plugin may give the whole key, or its agent's own id. */
function toKey(given: string, agent: Agent): string {
  return given.startsWith(`${agent.name}:`) ? given : `${agent.name}:${given}`;
}

function resolved({ meta = {} }: SessionHints, key: string): Session {
  const task = idOf(meta[TASK_META]);
  return { key, ...(task !== undefined && { task }), isFallback: false };
}

/** Anything else is ignored. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_ID) return undefined;
  return /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}

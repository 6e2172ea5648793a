import type { Reach } from '../wire/tool.ts';
import type { Agent } from './agents.ts';

type Caller = {
  /** This request may be answered with a task. */
  readonly declaresTasks: boolean;
  readonly agent: Agent;
  /** The conversation is unknown. */
  readonly isFallback: boolean;
  /** It has its own connection, or at least an MCP session: what is sent on it reaches one client. */
  readonly hasConnection: boolean;
};

/** How this caller can be notified after the call. `delivery` is derived from it, so it must be true. */
export function reachOf({ declaresTasks, agent, isFallback, hasConnection }: Caller): Reach {
  if (declaresTasks) return 'task';
  if (isFallback && (agent.sharesConnection || !hasConnection)) return 'none';
  return 'ride';
}

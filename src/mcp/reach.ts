import type { Reach } from '../wire/tool-types.ts';
import type { Agent } from './agents.ts';

type Caller = {
  /** This very request may be answered with a task. */
  readonly declaresTasks: boolean;
  readonly agent: Agent;
  /** Nothing told which conversation it is. */
  readonly isFallback: boolean;
  /** A connection of its own, or at least an MCP session: what is sent on it reaches one client. */
  readonly hasConnection: boolean;
};

/** How this caller can be told of what happens after the call. `delivery` is made from it, so it must be true. */
export function reachOf({ declaresTasks, agent, isFallback, hasConnection }: Caller): Reach {
  if (declaresTasks) return 'task';
  if (isFallback && (agent.sharesConnection || !hasConnection)) return 'none';
  return 'ride';
}

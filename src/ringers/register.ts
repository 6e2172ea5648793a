import type { WireToolCall } from '../wire/tool.ts';
import { registerCodex } from './kinds/codex/register.ts';
import { registerOpencode } from './kinds/opencode/register.ts';

type Registered = WireToolCall['ringer'];

/** What a tool call may tell about how its session can be rung. */
export type SeenCall = {
  readonly session: string;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly arguments?: unknown;
  /** Of the MCP server, which its agent started. */
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/** By the agent's name; the others are rung as somebody has set it up, or not at all. */
const byAgent: Readonly<Record<string, (call: SeenCall) => Registered>> = {
  codex: ({ session, meta, variables }) => registerCodex(session, meta, variables),
  opencode: ({ session, arguments: given }) => registerOpencode(session, given),
};

/** How the session can be rung without anybody's set-up, where its agent lets us know. */
export function registerRinger(agent: string, call: SeenCall): Registered {
  return Object.hasOwn(byAgent, agent) ? byAgent[agent]?.(call) : undefined;
}

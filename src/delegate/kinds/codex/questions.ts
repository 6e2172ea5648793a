import * as z from 'zod/mini';
import type { Permission, Situation } from '../../runner.ts';
import { type Begun, type Call, commandCall } from './read-news.ts';

/** What Codex asks before it does something, and how it is answered. */
export type Question = { readonly call: Call; answer(isAllowed: boolean): object };

const command = z.object({
  itemId: z.string(),
  command: z.nullish(z.string()),
  cwd: z.nullish(z.string()),
  networkApprovalContext: z.nullish(z.record(z.string(), z.unknown())),
});
const edit = z.object({ itemId: z.string() });
const permissions = z.object({ permissions: z.record(z.string(), z.unknown()) });
const elicitation = z.object({
  serverName: z.string(),
  _meta: z.nullish(z.object({ codex_approval_kind: z.optional(z.string()) })),
});

const decision = (isAllowed: boolean): object => ({ decision: isAllowed ? 'accept' : 'decline' });

/** `open`: the calls that have begun, by their ids, which is where their particulars are told. */
export function readQuestion(
  method: string,
  params: unknown,
  open: ReadonlyMap<string, Pick<Begun, 'call' | 'server'>>,
): Question | undefined {
  if (method === 'item/commandExecution/requestApproval') {
    const read = command.safeParse(params);
    return read.success ? about(fromCommand(read.data, open)) : undefined;
  }
  if (method === 'item/fileChange/requestApproval') {
    const read = edit.safeParse(params);
    return read.success ? about(open.get(read.data.itemId)?.call ?? unknownCall('edit', params)) : undefined;
  }
  if (method === 'item/permissions/requestApproval') {
    const read = permissions.safeParse(params);
    if (!read.success) return undefined;
    return {
      call: { tool: 'request_permissions', inputs: [read.data.permissions] },
      answer: (isAllowed) => ({ permissions: isAllowed ? read.data.permissions : {}, scope: 'turn' }),
    };
  }
  if (method === 'mcpServer/elicitation/request') return fromElicitation(params, open);
  return undefined;
}

/** The command stands in the question; one about the network alone has none. */
function fromCommand(
  asked: z.output<typeof command>,
  open: ReadonlyMap<string, Pick<Begun, 'call' | 'server'>>,
): Call {
  if (asked.networkApprovalContext) return { tool: 'network_access', inputs: [asked.networkApprovalContext] };
  if (asked.command) return commandCall(asked.command, asked.cwd);
  return open.get(asked.itemId)?.call ?? unknownCall('terminal', asked);
}

/** May a tool be called? Everything else that a server asks is for a person. */
function fromElicitation(
  params: unknown,
  open: ReadonlyMap<string, Pick<Begun, 'call' | 'server'>>,
): Question | undefined {
  const read = elicitation.safeParse(params);
  if (!read.success || read.data._meta?.codex_approval_kind !== 'mcp_tool_call') return undefined;
  const { serverName } = read.data;
  const begun = [...open.values()].findLast(({ server }) => server === serverName);
  return {
    call: begun?.call ?? unknownCall(serverName, params),
    answer: (isAllowed) =>
      isAllowed ? { action: 'accept', content: {} } : { action: 'decline', content: null },
  };
}

const about = (call: Call): Question => ({ call, answer: decision });

const unknownCall = (tool: string, params: unknown): Call => ({
  tool,
  inputs: [params as Readonly<Record<string, unknown>>],
});

/** What wants an answer that only a person could give. */
export function withoutPerson(method: string): object | undefined {
  if (method === 'item/tool/requestUserInput') return { answers: {} };
  if (method === 'mcpServer/elicitation/request') return { action: 'decline', content: null };
  return undefined;
}

/** All of it may be done, or the reason why not. `environment`: where it works. */
export function judge(
  { tool, inputs }: Call,
  mayCall: Situation['mayCall'],
  environment: string | undefined,
): Permission {
  const where = tool === 'terminal' && environment !== undefined && { environment };
  for (const input of inputs) {
    const permission = mayCall(tool, { ...where, ...input });
    if (!permission.allow) return permission;
  }
  return { allow: true };
}

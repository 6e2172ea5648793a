import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { RingbackError } from '../base/errors.ts';
import { newProcessId } from '../base/ids.ts';
import type { WireToolAnswer } from '../wire/tool.ts';
import { type Caller, identify, requestedBy } from './caller.ts';
import type { Connection, McpContext } from './context.ts';
import { reportProgress } from './progress.ts';
import { requestKey } from './request-key.ts';
import { withoutReserved } from './resolve-session.ts';
import { immediateResponse } from './tasks/immediate-response.ts';
import { toCreatedTask } from './tasks/shape.ts';
import { toToolResult } from './tool-result.ts';

type Params = { readonly name: string; readonly arguments?: unknown };

/**
 * `tools/call`: the daemon does the work. A call that is cancelled or loses its client ends the request, not the
 * command.
 */
export async function callTool(
  context: McpContext,
  connection: Connection,
  server: Server,
  { name, arguments: given = {} }: Params,
  ctx: ServerContext,
): Promise<object> {
  if (!context.tools.some((tool) => tool.name === name)) {
    const names = context.tools.map((tool) => tool.name).join(', ');
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${name.slice(0, 100)}. Tools: ${names}.`,
    );
  }
  const caller = identify(context, connection, { ...requestedBy(server, ctx), arguments: given });
  const answer = await ask(context, caller, name, given, ctx);
  return answer instanceof RingbackError ? failure(answer) : toResult(context, answer, caller, ctx);
}

async function ask(
  { daemon, waitSeconds, progressMs }: McpContext,
  { identity, rides, agent }: Caller,
  name: string,
  given: unknown,
  ctx: ServerContext,
): Promise<WireToolAnswer | RingbackError> {
  const signal = lostSignal(ctx);
  const arrived = rides.take();
  const progress = reportProgress(ctx, progressMs);
  const call = {
    ...identity,
    arguments: withoutReserved(given, agent),
    call_id: newProcessId(),
    wait_limit: waitSeconds,
    ...(arrived.length > 0 && { acknowledge: arrived }),
  };
  try {
    return await daemon.tools.call(name, call, { signal });
  } catch (error) {
    // The daemon may or may not have received them; telling it again does no harm.
    rides.putBack(arrived);
    if (error instanceof RingbackError) return error;
    throw error;
  } finally {
    progress.stop();
  }
}

function toResult(
  { toText }: McpContext,
  { result, is_error, riding, task }: WireToolAnswer,
  caller: Caller,
  ctx: ServerContext,
) {
  if (!task || !caller.declaresTasks) {
    holdRides(caller, ctx, riding);
    return toToolResult(result, is_error, toText);
  }
  const { text, notifications } = immediateResponse(result);
  holdRides(caller, ctx, riding.slice(0, notifications));
  return toCreatedTask(task, text, Date.now());
}

/** Nothing was delivered by a call that is cancelled or loses its client before its result was written (trap 17). */
function holdRides({ rides }: Caller, ctx: ServerContext, ids: readonly string[]): void {
  const key = requestKey(ctx);
  const signal = lostSignal(ctx);
  if (signal.aborted) return;
  rides.hold(key, ids);
  signal.addEventListener('abort', () => rides.drop(key), { once: true });
}

/** Aborted when the client cancels or disconnects. */
function lostSignal({ mcpReq, http }: ServerContext): AbortSignal {
  return http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;
}

/** The daemon cannot be reached, or did not understand: the model is told what to do. */
function failure({ message, code, hint }: RingbackError) {
  // Without a daemon nothing reaches anyone.
  return toToolResult({ error: message, code, ...(hint && { hint }), delivery: 'none' }, true);
}

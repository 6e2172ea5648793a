import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { RingbackError } from '../base/errors.ts';
import { newProcessId } from '../base/ids.ts';
import type { WireToolAnswer } from '../wire/tool-types.ts';
import { type Caller, identify, requestedBy } from './caller.ts';
import type { Connection, Host } from './host.ts';
import { reportProgress } from './progress.ts';
import { requestKey } from './request-key.ts';
import { withoutReserved } from './resolve-session.ts';
import { immediateResponse } from './tasks/immediate-response.ts';
import { toCreatedTask } from './tasks/shape.ts';
import { toToolResult } from './tool-result.ts';

type Params = { readonly name: string; readonly arguments?: unknown };

/** `tools/call`: the daemon does it. A call that is cancelled or loses its client ends the question, not the command. */
export async function callTool(
  host: Host,
  connection: Connection,
  server: Server,
  { name, arguments: given = {} }: Params,
  ctx: ServerContext,
): Promise<object> {
  if (!host.tools.some((tool) => tool.name === name)) {
    const names = host.tools.map((tool) => tool.name).join(', ');
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${name.slice(0, 100)}. Tools: ${names}.`,
    );
  }
  const caller = identify(host, connection, { ...requestedBy(server, ctx), arguments: given });
  const answer = await ask(host, caller, name, given, ctx);
  return answer instanceof RingbackError ? failure(answer) : toResult(host, answer, caller, ctx);
}

async function ask(
  { daemon, waitSeconds, progressMs }: Host,
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
    // Whether the daemon has heard of them is not known; to tell it again does no harm.
    rides.putBack(arrived);
    if (error instanceof RingbackError) return error;
    throw error;
  } finally {
    progress.stop();
  }
}

function toResult(
  { toText }: Host,
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

/** A call that is cancelled or loses its client before its answer was written has brought nothing (trap 17). */
function holdRides({ rides }: Caller, ctx: ServerContext, ids: readonly string[]): void {
  const key = requestKey(ctx);
  const signal = lostSignal(ctx);
  if (signal.aborted) return;
  rides.hold(key, ids);
  signal.addEventListener('abort', () => rides.drop(key), { once: true });
}

/** Falls when the client does not want the answer any more, or is not there any more. */
function lostSignal({ mcpReq, http }: ServerContext): AbortSignal {
  return http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;
}

/** The daemon cannot be had, or did not understand: the model is told, and what to do. */
function failure({ message, code, hint }: RingbackError) {
  // While there is no daemon nothing reaches anybody.
  return toToolResult({ error: message, code, ...(hint && { hint }), delivery: 'none' }, true);
}

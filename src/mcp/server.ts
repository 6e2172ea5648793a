import { Server, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { ringbackVersion } from '../base/version.ts';
import { callTool } from './call-tool.ts';
import { identify, requestedBy } from './caller.ts';
import type { Connection, McpContext } from './context.ts';
import { instructions } from './instructions.ts';
import { handleResources } from './resources/handle-resources.ts';
import type { LogWatches } from './resources/log-watches.ts';
import { TASKS_EXTENSION } from './tasks/extension.ts';
import { handleTasks } from './tasks/handle-tasks.ts';

/** The SDK checks what a tool returns against the schema of a result, which a task does not match. */
class TaskServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<Server['_wrapHandler']>) {
    return method === 'tools/call' ? handler : super._wrapHandler(method, handler);
  }
}

const anyParams = z.looseObject({});
const callParams = z.looseObject({ name: z.string(), arguments: z.optional(z.unknown()) });

type ServerOptions = {
  readonly context: McpContext;
  readonly connection: Connection;
  /** Whether the client speaks 2026-07-28 rather than an older revision. */
  readonly era: 'modern' | 'legacy';
  /** Where older clients subscribe to logs; newer ones do it with a request. */
  readonly watches?: LogWatches;
};

/** One server for both transports and all protocol versions. */
export function createServer({ context, connection, era, watches }: ServerOptions): Server {
  const isModern = era === 'modern';
  const server = new TaskServer(
    { name: 'ringback', title: 'Ringback', version: ringbackVersion() },
    {
      instructions,
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        ...(isModern && { extensions: { [TASKS_EXTENSION]: {} } }),
      },
    },
  );

  /** Any request shows that the results before it have arrived. */
  const onRequest = async (ctx: ServerContext) => {
    const { rides } = identify(context, connection, requestedBy(server, ctx));
    const arrived = rides.take();
    if (arrived.length === 0) return;
    await context.daemon.notifications.acknowledge(arrived).catch(() => rides.putBack(arrived));
  };

  server.setRequestHandler('ping', { params: anyParams }, async (_, ctx) => {
    await onRequest(ctx);
    return {};
  });
  server.setRequestHandler('tools/list', { params: anyParams }, async (_, ctx) => {
    await onRequest(ctx);
    return { tools: context.tools };
  });
  server.setRequestHandler('tools/call', { params: callParams }, async (params, ctx) => ({
    ...(await callTool(context, connection, server, params, ctx)),
  }));
  handleResources({ server, context, connection, onRequest, watches });
  if (isModern) handleTasks(server, context.daemon, onRequest);
  return server;
}

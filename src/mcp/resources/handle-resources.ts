import { ResourceNotFoundError, type Server, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { newProcessId } from '../../base/ids.ts';
import { type Caller, identify, requestedBy } from '../caller.ts';
import type { Connection, McpContext } from '../context.ts';
import { LOG_TEMPLATE, logUri, processOfUri } from './log-uri.ts';
import type { LogWatches } from './log-watches.ts';

/** The most that one read returns of a log; the tool gives the rest, with offsets and cursors. */
const MOST_LINES = 1_000;

type Options = {
  readonly server: Server;
  readonly context: McpContext;
  readonly connection: Connection;
  readonly onRequest: (ctx: ServerContext) => Promise<void>;
  readonly watches: LogWatches | undefined;
};

type Listed = { readonly session_id: string; readonly command: string; readonly status: string };

const uriParams = z.looseObject({ uri: z.string() });
const anyParams = z.looseObject({});

/** The logs of the session's processes. */
export function handleResources({ server, context, connection, onRequest, watches }: Options): void {
  const callerOf = (ctx: ServerContext) => identify(context, connection, requestedBy(server, ctx));

  server.setRequestHandler('resources/list', { params: anyParams }, async (_, ctx) => {
    await onRequest(ctx);
    const { processes = [] } = await askTool(context, callerOf(ctx), { action: 'list' });
    return { resources: (processes as readonly Listed[]).map(toResource) };
  });
  server.setRequestHandler('resources/templates/list', { params: anyParams }, async (_, ctx) => {
    await onRequest(ctx);
    const about = { name: 'process-log', title: 'Log of a background command', mimeType: 'text/plain' };
    return { resourceTemplates: [{ uriTemplate: LOG_TEMPLATE, ...about }] };
  });
  server.setRequestHandler('resources/read', { params: uriParams }, async ({ uri }, ctx) => {
    await onRequest(ctx);
    const id = processOfUri(uri);
    if (id === undefined) throw new ResourceNotFoundError(uri);
    const log = await askTool(context, callerOf(ctx), { action: 'log', session_id: id, limit: MOST_LINES });
    if (typeof log.output !== 'string') throw new ResourceNotFoundError(uri);
    const { total_lines, showing, status } = log;
    const about = { 'ringback/log': { status, total_lines, showing } };
    return { contents: [{ uri, mimeType: 'text/plain', text: log.output, _meta: about }] };
  });
  if (!watches) return;
  server.setRequestHandler('resources/subscribe', { params: uriParams }, async ({ uri }, ctx) => {
    await onRequest(ctx);
    if (!(await isOwn(context, callerOf(ctx), uri))) throw new ResourceNotFoundError(uri);
    watches.set(server, [...new Set([...watches.of(server), uri])]);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', { params: uriParams }, async ({ uri }, ctx) => {
    await onRequest(ctx);
    watches.set(
      server,
      watches.of(server).filter((one) => one !== uri),
    );
    return {};
  });
}

/** An agent sees only the processes of its own session. */
export async function isOwn(context: McpContext, { session }: Caller, uri: string): Promise<boolean> {
  const id = processOfUri(uri);
  if (id === undefined) return false;
  try {
    return (await context.daemon.get(id)).session_key === session.key;
  } catch {
    return false;
  }
}

/** Through the tool: it redacts, and checks the session. The reader may be a person, not the model. */
async function askTool(
  { daemon }: McpContext,
  { identity }: Caller,
  given: object,
): Promise<Readonly<Record<string, unknown>>> {
  const call = { ...identity, is_unseen: true, arguments: given, call_id: newProcessId() };
  return (await daemon.tools.call('process', call, {})).result;
}

function toResource({ session_id, command, status }: Listed) {
  return {
    uri: logUri(session_id),
    name: session_id,
    title: `Log of ${command}`,
    description: `Output of ${session_id} (${status})`,
    mimeType: 'text/plain',
  };
}

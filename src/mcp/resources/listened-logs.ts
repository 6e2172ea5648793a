import { CLIENT_INFO_META_KEY, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { identify } from '../caller.ts';
import type { Connection, McpContext } from '../context.ts';
import { isOwn } from './handle-resources.ts';
import type { LogWatches } from './log-watches.ts';

type Listen = {
  readonly notifications?: { readonly resourceSubscriptions?: unknown };
  readonly _meta?: Readonly<Record<string, unknown>>;
};

/**
 * Clients of 2026 subscribe with a request that the SDK answers itself, and end it by cancelling that request: this
 * reads it in passing, to know which logs to follow.
 */
export async function listenedLogs(
  context: McpContext,
  connection: Connection,
  watches: LogWatches,
  message: JSONRPCMessage,
): Promise<void> {
  if (!('method' in message)) return;
  if (message.method === 'notifications/cancelled') {
    watches.set((message.params as { requestId?: unknown } | undefined)?.requestId, []);
  }
  if (message.method !== 'subscriptions/listen' || !('id' in message)) return;
  watches.set(message.id, await ownLogs(context, connection, (message.params ?? {}) as Listen));
}

/** The logs that a subscribing client names and may see. */
export async function ownLogs(
  context: McpContext,
  connection: Connection,
  listen: Listen,
): Promise<string[]> {
  const uris = listen.notifications?.resourceSubscriptions;
  if (!Array.isArray(uris)) return [];
  const meta = listen._meta ?? {};
  const clientName = (meta[CLIENT_INFO_META_KEY] as { name?: string } | undefined)?.name;
  const caller = identify(context, connection, { clientName, meta, declaresTasks: false, showsForms: false });
  const named = uris.filter((uri) => typeof uri === 'string');
  const owned = await Promise.all(named.map((uri) => isOwn(context, caller, uri)));
  return named.filter((_, index) => owned[index]);
}

import { RingbackError } from '../base/errors.ts';
import { isAlive } from '../base/program-identity.ts';
import type { Notification } from '../notify/ledger.ts';
import type { Turn } from '../notify/taker.ts';
import type { ToolContext } from './context.ts';

/** What is pending for the session and may be told with this result. It is delivered when the caller's next request comes. */
export function leasePiggybacked(context: ToolContext): Turn | null {
  const { notifier, caller } = context;
  if (caller.isScript || caller.is_unseen || (caller.reach !== 'ride' && caller.reach !== 'task'))
    return null;
  return notifier.dispatcher.lease(caller.session_key, { filter: (one) => isForCaller(context, one) });
}

/**
 * Where nothing tells conversations apart, the session is a program and a folder, and its tasks are connections: what
 * one of them started is told to that one, as long as it lives.
 */
function isForCaller({ engine, caller }: ToolContext, { processId }: Notification): boolean {
  if (processId === null) return true;
  const task = taskOf(engine, processId);
  return task === caller.task || !isLiveConnection(task);
}

function taskOf(engine: ToolContext['engine'], processId: string): string {
  try {
    return engine.get(processId).task;
  } catch (error) {
    if (error instanceof RingbackError && error.code === 'not_found') return '';
    throw error;
  }
}

/** `mcp-<pid>-<start time>`, over HTTP with the client's session behind it: it lives as long as its server. */
export function isLiveConnection(task: string): boolean {
  const [, server] = /^mcp-(\d+-\d+)(-|$)/.exec(task) ?? [];
  return server !== undefined && isAlive(server);
}

import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { RingbackError } from '../../base/errors.ts';
import { requestedBy } from '../caller.ts';
import type { Daemon } from '../context.ts';
import { askPerson } from './ask-person.ts';
import { TASKS_EXTENSION } from './extension.ts';
import { toDetailedTask } from './shape.ts';

const params = z.looseObject({ taskId: z.string() });

/** The Tasks extension: how Claude Code is woken, also after it was started again. */
export function handleTasks(
  server: Server,
  { tools }: Daemon,
  onRequest: (ctx: ServerContext) => Promise<void>,
): void {
  const answer = (method: string, act: (id: string, ctx: ServerContext) => Promise<object>) =>
    server.setRequestHandler(method, { params }, async ({ taskId }, ctx) => {
      await onRequest(ctx);
      refuseUndeclared(server, ctx);
      return { ...(await explainUnknown(act(taskId, ctx), taskId)) };
    });

  answer('tasks/get', async (taskId, ctx) => {
    const task = await tools.task(taskId);
    return toDetailedTask(requestedBy(server, ctx).showsForms ? askPerson(task) : task, Date.now());
  });
  answer('tasks/update', async (taskId, { mcpReq }) => {
    await tools.task(taskId);
    await tools.answerTask(taskId, mcpReq.inputResponses ?? {});
    return acknowledged;
  });
  answer('tasks/cancel', async (taskId) => {
    await tools.cancelTask(taskId);
    return acknowledged;
  });
}

const acknowledged = { resultType: 'complete' };

function refuseUndeclared(server: Server, ctx: ServerContext): void {
  if (requestedBy(server, ctx).declaresTasks) return;
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  });
}

async function explainUnknown<T>(work: Promise<T>, id: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isUnknown = error instanceof RingbackError && ['not_found', 'bad_request'].includes(error.code);
    if (!isUnknown) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${id.slice(0, 100)}.`);
  }
}

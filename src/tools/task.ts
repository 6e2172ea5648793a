import { RingbackError } from '../base/errors.ts';
import { endOf, isEnded, statusOf } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { exitStatus, toWireEnd } from '../engine/wire-process.ts';
import type { PromptAnswer, WireTask } from '../wire/tool.ts';
import type { ToolServices } from './context.ts';
import { answerPrompt, describePrompt, taskPrompt } from './task-prompt.ts';

type TaskServices = Pick<ToolServices, 'engine' | 'notifier' | 'views' | 'config'>;

/** The state of a task: the end of a process as the answer of a call. */
export function toWireTask(services: TaskServices, process: ProcessSnapshot): WireTask {
  const promised = services.notifier.results.get(process.id);
  if (!promised) throw noTask(process.id);
  const { life } = process;
  const since = { task_id: process.id, created_at: iso(promised.createdAt) };
  if (promised.cancelledAt !== null)
    return {
      ...since,
      status: 'cancelled',
      status_message: 'Cancelled: the command was ended.',
      updated_at: iso(promised.cancelledAt),
    };
  if (!isEnded(life)) {
    const prompt = taskPrompt(services, process);
    const isRunning = `${services.views.command(process).slice(0, 100)} is ${life.state}.`;
    const updatedAt = prompt ? Date.parse(prompt.since) : process.startedAt;
    return {
      ...since,
      status: 'working',
      status_message: prompt ? describePrompt(process.id, prompt) : isRunning,
      // A command that outlived its call is older than its task.
      updated_at: iso(Math.max(updatedAt, promised.createdAt)),
      ...(prompt && { prompt }),
    };
  }
  return {
    ...since,
    status: 'completed',
    status_message: promised.answer?.isAlreadyReported ? 'Already reported.' : 'The command has ended.',
    updated_at: iso(endOf(life) ?? process.startedAt),
    result: {
      notification: promised.answer?.isAlreadyReported
        ? `Background process ${process.id} has ended; its result was already reported to you.`
        : (promised.answer?.text ?? `Background process ${process.id} has ended.`),
      session_id: process.id,
      status: statusOf(life),
      ...exitStatus(life),
      ...toWireEnd(life),
    },
  };
}

/** Of any session: whoever has the id was given it, perhaps before a restart under another name. */
export function getTask(
  services: TaskServices,
  id: string,
): { task: WireTask; settled(wasSent: boolean): void } {
  const task = toWireTask(services, find(services, id));
  return {
    task,
    settled(wasSent) {
      if (wasSent && task.status === 'completed') services.notifier.results.confirm(id);
    },
  };
}

/** What a person said to the prompt of a task; whether it was typed. */
export function answerTask(services: TaskServices, id: string, answer: PromptAnswer): Promise<boolean> {
  find(services, id);
  if (!services.notifier.results.get(id)) throw noTask(id);
  return answerPrompt(services, id, answer);
}

/** Ends the tree without a notification. One that had ended already counts as cancelled too. */
export async function cancelTask(services: TaskServices, id: string): Promise<WireTask> {
  const process = find(services, id);
  if (!services.notifier.results.get(id)) throw noTask(id);
  if (!isEnded(process.life)) {
    services.notifier.results.cancel(id);
    await services.engine.kill(id);
    services.notifier.noteAct(id, process.session, 'kill_by_session');
  }
  return toWireTask(services, services.engine.get(id));
}

function find({ engine }: TaskServices, id: string): ProcessSnapshot {
  try {
    return engine.get(id);
  } catch (error) {
    if (error instanceof RingbackError && error.code === 'not_found') throw noTask(id);
    throw error;
  }
}

function noTask(id: string): RingbackError {
  return new RingbackError('not_found', `There is no task ${JSON.stringify(id)}.`);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

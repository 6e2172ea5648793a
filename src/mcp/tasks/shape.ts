import { toToolResult } from '../tool-result.ts';
import { pollIntervalMs } from './poll-interval.ts';
import type { TaskState } from './task-state.ts';

/** What every message about a task carries. It is kept until it was answered, however long that takes. */
export function toTask(task: TaskState, now: number) {
  return {
    taskId: task.task_id,
    status: task.status,
    statusMessage: task.status_message,
    createdAt: task.created_at,
    lastUpdatedAt: task.updated_at,
    ttlMs: null,
    pollIntervalMs: pollIntervalMs(Date.parse(task.created_at), now),
  };
}

/** The answer to `tools/call`. The client tells the model its own words, and of ours only `text`. */
export function toCreatedTask(task: TaskState, text: string, now: number) {
  return {
    resultType: 'task',
    ...toTask(task, now),
    _meta: { 'com.anthropic/agent-task': { modelImmediateResponse: text } },
  };
}

/** The answer to `tasks/get`. A command that failed is a completed task: it is the answer that was waited for. */
export function toDetailedTask(task: TaskState, now: number) {
  return { resultType: 'complete', ...toTask(task, now), ...outcome(task) };
}

function outcome(task: TaskState): object {
  switch (task.status) {
    case 'completed':
      return {
        result: { resultType: 'complete', ...toToolResult(task.result ?? {}, task.is_error === true) },
      };
    case 'failed':
      return { error: task.error };
    case 'input_required':
      return { inputRequests: task.input_requests };
    default:
      return {};
  }
}

import type { SQLInputValue } from 'node:sqlite';
import type { DelegateKind, DelegateState } from '../wire/delegation.ts';
import type { DelegationStatus } from '../wire/events.ts';

/** One delegation. */
export type Unit = {
  readonly id: string;
  readonly session: string;
  readonly goal: string;
  readonly context: string | null;
  readonly role: string;
  readonly toolsets: readonly string[] | null;
  readonly model: string;
  readonly isBatch: boolean;
  readonly parent: string | null;
  readonly depth: number;
  readonly maxRuntime: number | null;
  readonly state: 'running' | 'ended';
  readonly status: DelegationStatus | null;
  readonly dispatchedAt: number;
  readonly completedAt: number | null;
  readonly notification: string | null;
};

export type NewUnit = Omit<Unit, 'state' | 'status' | 'completedAt' | 'notification'>;

/** One task of a delegation, and what is known of its delegate. */
export type Task = {
  readonly delegation: string;
  readonly index: number;
  /** The id under which its process is started; it is the process's own but where a start was cut off. */
  readonly name: string;
  readonly process: string | null;
  readonly goal: string;
  readonly context: string | null;
  readonly kind: DelegateKind;
  readonly model: string | null;
  readonly environment: string;
  readonly workdir: string;
  readonly state: DelegateState;
  readonly stopAt: number | null;
  readonly stopWhy: string | null;
  readonly hasStalled: boolean;
  readonly status: DelegationStatus | null;
  readonly result: string | null;
  readonly error: string | null;
  readonly apiCalls: number | null;
  readonly cost: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly leftRunning: readonly string[];
  readonly startedAt: number | null;
  readonly endedAt: number | null;
};

export type NewTask = Pick<
  Task,
  'delegation' | 'index' | 'name' | 'goal' | 'context' | 'kind' | 'model' | 'environment' | 'workdir'
>;

export type Stop = { readonly at: number; readonly why: string; readonly hasStalled: boolean };

export type Row = Record<string, SQLInputValue>;

export function toUnit(row: Row): Unit {
  return {
    ...(row as unknown as Pick<Unit, 'id' | 'session' | 'goal' | 'context' | 'role' | 'model' | 'parent'>),
    ...(row as unknown as Pick<Unit, 'depth' | 'state' | 'status' | 'notification'>),
    toolsets: row.toolsets === null ? null : (JSON.parse(String(row.toolsets)) as string[]),
    isBatch: row.is_batch === 1,
    maxRuntime: row.max_runtime as number | null,
    dispatchedAt: Number(row.dispatched_at),
    completedAt: row.completed_at as number | null,
  };
}

export function toTask(row: Row): Task {
  return {
    ...(row as unknown as Pick<NewTask, 'delegation' | 'name' | 'goal' | 'context' | 'kind' | 'model'>),
    ...(row as unknown as Pick<Task, 'process' | 'environment' | 'workdir' | 'state' | 'status'>),
    ...(row as unknown as Pick<Task, 'result' | 'error' | 'cost'>),
    index: Number(row.task_index),
    stopAt: row.stop_at as number | null,
    stopWhy: row.stop_why as string | null,
    hasStalled: row.has_stalled === 1,
    apiCalls: row.api_calls as number | null,
    inputTokens: row.input_tokens as number | null,
    outputTokens: row.output_tokens as number | null,
    leftRunning: row.left_running === null ? [] : (JSON.parse(String(row.left_running)) as string[]),
    startedAt: row.started_at as number | null,
    endedAt: row.ended_at as number | null,
  };
}

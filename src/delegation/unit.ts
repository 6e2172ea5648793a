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

/** As the tables hold them. */
export type UnitRow = Omit<Unit, 'toolsets' | 'isBatch' | 'maxRuntime' | 'dispatchedAt' | 'completedAt'> & {
  readonly toolsets: string | null;
  readonly is_batch: number;
  readonly max_runtime: number | null;
  readonly dispatched_at: number;
  readonly completed_at: number | null;
};

export type TaskRow = Pick<Task, Plain> & {
  readonly task_index: number;
  readonly stop_at: number | null;
  readonly stop_why: string | null;
  readonly has_stalled: number;
  readonly api_calls: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly left_running: string | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly is_tidy: number;
};
type Plain =
  | ('delegation' | 'name' | 'process' | 'goal' | 'context' | 'kind' | 'model' | 'environment' | 'workdir')
  | ('state' | 'status' | 'result' | 'error' | 'cost');

export function toUnit(row: UnitRow): Unit {
  const { toolsets, is_batch, max_runtime, dispatched_at, completed_at, ...same } = row;
  return {
    ...same,
    toolsets: toolsets === null ? null : (JSON.parse(toolsets) as string[]),
    isBatch: is_batch === 1,
    maxRuntime: max_runtime,
    dispatchedAt: dispatched_at,
    completedAt: completed_at,
  };
}

export function toTask(row: TaskRow): Task {
  const { task_index, stop_at, stop_why, has_stalled, left_running, started_at, ended_at, ...others } = row;
  const { api_calls, input_tokens, output_tokens, is_tidy: _, ...same } = others;
  return {
    ...same,
    index: task_index,
    stopAt: stop_at,
    stopWhy: stop_why,
    hasStalled: has_stalled === 1,
    apiCalls: api_calls,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    leftRunning: left_running === null ? [] : (JSON.parse(left_running) as string[]),
    startedAt: started_at,
    endedAt: ended_at,
  };
}

import type { DelegationEvent, DelegationTask } from '../wire/events.ts';
import type { Task, Unit } from './unit.ts';

/** What the session is told when all tasks have ended: of a fan-out each in order, and the whole time. */
export function toEvent(unit: Unit, tasks: readonly Task[]): DelegationEvent {
  const [first] = tasks;
  const calls = tasks.flatMap(({ apiCalls }) => apiCalls ?? []);
  return {
    type: 'async_delegation',
    session_key: unit.session,
    delegation_id: unit.id,
    goal: unit.goal,
    ...(unit.context !== null && { context: unit.context }),
    ...(unit.toolsets !== null && { toolsets: unit.toolsets }),
    role: unit.role,
    model: (!unit.isBatch && first?.model) || unit.model,
    dispatched_at: unit.dispatchedAt,
    completed_at: Math.max(unit.dispatchedAt, unit.completedAt ?? 0),
    ...(calls.length > 0 && { api_calls: calls.reduce((sum, one) => sum + one, 0) }),
    ...(unit.isBatch || !first
      ? { status: unit.status ?? 'unknown', tasks: tasks.map(toEventTask) }
      : ending(first)),
  };
}

function toEventTask(task: Task): DelegationTask {
  const { goal, apiCalls, startedAt, endedAt } = task;
  return {
    goal,
    ...ending(task),
    ...(apiCalls !== null && { api_calls: apiCalls }),
    ...(startedAt !== null &&
      endedAt !== null && { duration_seconds: Math.max(0, endedAt - startedAt) / 1000 }),
  };
}

function ending({ status, result, error }: Task): Pick<DelegationTask, 'status' | 'result' | 'error'> {
  return {
    status: status ?? 'unknown',
    ...(result !== null && { result }),
    ...(error !== null && { error }),
  };
}

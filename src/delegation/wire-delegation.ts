import { lastLines } from '../notify/last-output.ts';
import type { WireDelegation, WireDelegationTask } from '../wire/delegation.ts';
import type { DelegationContext } from './context.ts';
import type { Task, Unit } from './unit.ts';

/** As it is shown, without secrets. `isShort`: without what may be long. */
export function toWireDelegation(
  context: DelegationContext,
  unit: Unit,
  { isShort = false } = {},
): WireDelegation {
  const { redactor, rows } = context;
  const tasks = rows.tasks(unit.id).map((task) => toWireTask(context, task, isShort));
  return {
    delegation_id: unit.id,
    session_key: unit.session,
    state: unit.state,
    ...(unit.status !== null && { status: unit.status }),
    goal: redactor.redact(unit.goal),
    ...(unit.context !== null && !isShort && { context: redactor.redact(unit.context) }),
    role: unit.role,
    ...(unit.toolsets !== null && { toolsets: unit.toolsets }),
    is_batch: unit.isBatch,
    depth: unit.depth,
    ...(unit.parent !== null && { parent: unit.parent }),
    tasks,
    dispatched_at: iso(unit.dispatchedAt),
    completed_at: unit.completedAt === null ? null : iso(unit.completedAt),
    ...toldFields(context, unit),
  };
}

/** What became of its one notification. */
function toldFields({ notifier }: DelegationContext, { notification }: Unit) {
  const told = notification === null ? undefined : notifier.find(notification);
  if (!told) return {};
  const { id, state, rule } = told;
  return {
    notification: { id, state },
    ...(state === 'suppressed' && { note: untold[rule ?? ''] ?? 'Its results were never told.' }),
  };
}

const untold: Readonly<Record<string, string>> = {
  delegation_too_old: 'Its results were never told: nobody could be told for too long.',
  session_closed: 'Its results were never told: the session was closed.',
};

function toWireTask(context: DelegationContext, task: Task, isShort: boolean): WireDelegationTask {
  const { redactor } = context;
  const shown = (name: 'context' | 'result' | 'error' | 'model', text: string | null) =>
    text === null ? {} : { [name]: redactor.redact(text) };
  const progress = task.state === 'ended' || isShort ? undefined : lastLine(context, task);
  return {
    task_index: task.index,
    session_id: task.process ?? task.name,
    state: task.state,
    ...(task.status !== null && { status: task.status }),
    goal: redactor.redact(task.goal),
    ...(!isShort && shown('context', task.context)),
    to: task.kind,
    ...shown('model', task.model),
    environment: task.environment,
    workdir: redactor.redact(task.workdir),
    ...(!isShort && shown('result', task.result)),
    ...shown('error', task.error),
    ...(task.apiCalls !== null && { api_calls: task.apiCalls }),
    ...(task.cost !== null && { cost: task.cost }),
    ...(task.inputTokens !== null && { input_tokens: task.inputTokens }),
    ...(task.outputTokens !== null && { output_tokens: task.outputTokens }),
    ...(task.leftRunning.length > 0 && { left_running: task.leftRunning }),
    ...(progress !== undefined && { progress }),
    started_at: task.startedAt === null ? null : iso(task.startedAt),
    ended_at: task.endedAt === null ? null : iso(task.endedAt),
  };
}

function lastLine(context: DelegationContext, { process }: Task): string | undefined {
  return process === null ? undefined : lastLines(context, process, undefined).at(-1);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

import { RingbackError } from '../base/errors.ts';
import type { WireAssignment } from '../wire/delegation.ts';
import { type DelegationContext, sessionOf } from './context.ts';
import { resolveUnit } from './resolve.ts';
import type { Task } from './unit.ts';

/** What a delegate has to do. */
export function assignmentOf(context: DelegationContext, nameOrProcess: string): WireAssignment {
  const { rows, host, config } = context;
  const task = findTask(context, nameOrProcess);
  const unit = resolveUnit(rows, task.delegation);
  const process = rows.processOf(task) ?? task.name;
  return {
    process_id: process,
    delegation_id: unit.id,
    task_index: task.index,
    goal: task.goal,
    ...(task.context !== null && { context: task.context }),
    role: unit.role,
    to: task.kind,
    ...(task.model !== null && { model: task.model }),
    ...(unit.toolsets !== null && { toolsets: unit.toolsets }),
    environment: task.environment,
    workdir: task.workdir,
    depth: unit.depth,
    may_delegate: unit.depth < config.delegationDepth,
    session_key: sessionOf(task.name),
    keep: host.keep(process),
    is_over: task.state === 'ended',
  };
}

/** By its name, or the id of its process. */
export function findTask({ rows }: DelegationContext, nameOrProcess: string): Task {
  const task = rows.task(nameOrProcess);
  if (task) return task;
  throw new RingbackError('not_found', `${JSON.stringify(nameOrProcess)} is no delegate.`);
}

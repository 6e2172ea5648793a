import { homedir } from 'node:os';
import { LOCAL } from '../base/environment-name.ts';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { shortHash } from '../base/short-hash.ts';
import type { DelegationRequest, WireDispatched } from '../wire/delegation.ts';
import { type DelegationContext, nameIn } from './context.ts';
import { refusal } from './policy/limits.ts';
import { startDelegate } from './start-delegate.ts';
import type { NewTask, NewUnit, Task } from './unit.ts';

/**
 * Written down first, then begun: a repetition goes on where this was cut off, and starts nothing twice, for the ids of the
 * processes are made from that of the delegation.
 */
export async function dispatch(
  context: DelegationContext,
  id: string,
  request: DelegationRequest,
): Promise<WireDispatched> {
  const rejected = writeDown(context, id, request);
  if (rejected) return { status: 'rejected', delegation_id: id, tasks: [], ...rejected };
  failpoint('delegation:after-rows');
  const open = context.rows.tasks(id).filter(({ state }) => state === 'sent' || state === 'interrupting');
  await Promise.all(open.map((task) => startDelegate(context, task, request.env)));
  failpoint('delegation:after-start');
  return { status: 'dispatched', delegation_id: id, tasks: context.rows.tasks(id).map(toStarted) };
}

function toStarted({ index, name, process, startedAt, error }: Task): WireDispatched['tasks'][number] {
  const neverBegan = startedAt === null && error !== null;
  return { task_index: index, session_id: process ?? name, ...(neverBegan && { error }) };
}

function writeDown(
  context: DelegationContext,
  id: string,
  request: DelegationRequest,
): { error: string; advice: string } | undefined {
  const { host, rows, config, now } = context;
  const asked = request.tasks ?? [];
  if (asked.length === 0 && request.goal === undefined)
    throw new RingbackError('bad_request', 'A goal, or tasks with a goal each, must be given.');
  failpoint('delegation:before-rows');
  return host.store.transaction(() => {
    const known = rows.unit(id);
    if (known && known.session !== request.session_key)
      throw new RingbackError(
        'bad_request',
        `${id} is a delegation of another session.`,
        'Choose another id.',
      );
    if (known) return undefined;
    const parent = parentOf(context, request);
    const depth = parent === undefined ? 1 : depthOf(context, parent) + 1;
    const refused = refusal(config, {
      running: rows.countRunning(request.session_key),
      tasks: asked.length,
      tasksOfAll: rows.countTasks(),
      depth,
      isOver: parent?.state === 'ended',
    });
    if (refused) return refused;
    const unit = toUnit(id, request, { parent: parent?.name ?? null, depth, now: now() });
    rows.insert(unit, toTasks(id, request));
    return undefined;
  });
}

/**
 * The delegate that asks: by the session of what it does, or by what its process was given. Of two, the deeper one: nobody comes
 * further by naming the session of another.
 */
function parentOf(context: DelegationContext, { session_key, env }: DelegationRequest): Task | undefined {
  const names = [nameIn(session_key), env.RINGBACK_DELEGATE];
  const [one, two] = names.flatMap((name) => (name === undefined ? [] : (context.rows.task(name) ?? [])));
  return one && two && depthOf(context, two) > depthOf(context, one) ? two : one;
}

function depthOf({ rows }: DelegationContext, { delegation }: Task): number {
  return rows.unit(delegation)?.depth ?? 0;
}

function toUnit(
  id: string,
  { session_key, goal, context, role, toolsets, model, tasks = [], max_runtime }: DelegationRequest,
  { parent, depth, now }: { parent: string | null; depth: number; now: number },
): NewUnit {
  return {
    id,
    session: session_key,
    goal: goal ?? `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}`,
    context: context ?? null,
    role: role ?? 'leaf',
    toolsets: toolsets ?? null,
    model: model ?? '?',
    isBatch: tasks.length > 0,
    parent,
    depth,
    maxRuntime: max_runtime ?? null,
    dispatchedAt: now,
  };
}

function toTasks(id: string, request: DelegationRequest): NewTask[] {
  const { goal = '', context, to, model, environment, workdir } = request;
  const given = request.tasks?.length ? request.tasks : [{ goal }];
  return given.map((task, index) => {
    const place = task.environment ?? environment ?? LOCAL;
    // A folder of one place means nothing in another.
    const folder = place === (environment ?? LOCAL) ? workdir : undefined;
    return {
      delegation: id,
      index,
      name: `proc_${shortHash(`${id}/${index}`, 12)}`,
      goal: task.goal,
      context: task.context ?? context ?? null,
      kind: task.to ?? to ?? 'own',
      model: task.model ?? model ?? null,
      environment: place,
      workdir: task.workdir ?? folder ?? (place === LOCAL ? homedir() : ''),
    };
  });
}

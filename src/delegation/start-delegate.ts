import { LOCAL } from '../base/environment-name.ts';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { toShellCommand } from '../base/shell-command.ts';
import { untilStored } from '../base/until-stored.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { DelegationContext } from './context.ts';
import { endUnstarted } from './end-task.ts';
import type { Task } from './unit.ts';

const LOG_BYTES = 16 * 1024 * 1024;
/** Its own clock should have ended it by then: whoever is silent for longer hangs. */
const SPARE_SECONDS = 60;

/** Of one caller, one process or one conversation: the delegate is none of them. */
const notItsOwn =
  /^(?:RINGBACK_(?:SESSION|TASK|PROCESS_ID|CAPTURE|CWD|DELEGATE|ENGINE_FAILPOINT|FAILPOINT(?:_REACHED|_ONCE)?)|CLAUDECODE|CLAUDE_CODE_(?:SESSION_ID|ENTRYPOINT)|CODEX_THREAD_ID)$/;

/** Begins a task, or finds it begun. One that cannot be is over. */
export async function startDelegate(
  context: DelegationContext,
  task: Task,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const engine = context.engine();
  if (task.state === 'interrupting' && !context.rows.hasProcess(task))
    return endUnstarted(context, task, 'It had not begun.');
  try {
    await engine.environments.check(task.environment);
    const process = await start(context, task, variables);
    // Its end would end nothing.
    if (process.delegation !== markOf(task))
      throw new RingbackError('conflict', `${process.id} is another process already.`);
    failpoint('delegation:before-begin');
    context.rows.begin(task, process.id, process.startedAt);
  } catch (error) {
    // Somebody closes the home: the next one goes on with it.
    if (context.isClosed()) throw error;
    const { message, hint = '' } = error as Partial<RingbackError>;
    const why = `It could not be started: ${message} ${hint}`.trim();
    untilStored(context.isClosed, () => endUnstarted(context, task, why));
  }
}

/** Its variables reach its keeper over a pipe, never the disk (promise 17); what it has to do, it asks for. */
function start(
  { engine, host, config, rows, command }: DelegationContext,
  task: Task,
  variables: Readonly<Record<string, string>>,
): Promise<ProcessSnapshot> {
  const { delegation, index, name, environment, workdir } = task;
  const { home } = host.store;
  const { session = '', maxRuntime = null } = rows.unit(delegation) ?? {};
  const own = Object.entries(variables).filter(([key]) => !notItsOwn.test(key));
  return engine().start({
    id: name,
    command: `exec ${toShellCommand(command(home, name))}`,
    cwd: environment === LOCAL ? workdir : '/',
    env: { ...Object.fromEntries(own), RINGBACK_HOME: home, RINGBACK_DELEGATE: name },
    shell: '/bin/sh',
    session,
    name: `delegate-${delegation.slice(-6)}-${index}`,
    delegation: markOf(task),
    quietAfter: config.delegateCallSeconds + config.delegateGraceSeconds + SPARE_SECONDS,
    logLimitBytes: LOG_BYTES,
    ...(maxRuntime !== null && { maxRuntimeSeconds: maxRuntime }),
  });
}

function markOf({ delegation, index }: Task): string {
  return `${delegation}/${index}`;
}

import { LOCAL } from '../../base/environment-name.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import { excludeWatch } from '../../notify/notify-options.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { advice, deliveryOf } from '../delivery.ts';
import { ignoredPatterns } from '../watch-patterns.ts';
import type { TerminalArguments } from './definition.ts';
import { placeOf } from './place-of.ts';
import { startCommand } from './start.ts';

const HOW_TO_HEAR =
  'To be notified without starting it again: process(action="notify", notify_on_complete=true).';

/** What can be asked for besides news of its end: how that is said, and before what it must not end for that. */
const news = [
  {
    name: 'deadline',
    say: (seconds: number | string) => ` If it still runs after ${seconds} s, that is reported once.`,
    before: 'its deadline',
  },
  {
    name: 'heartbeat',
    say: (seconds: number | string) => ` While it runs, that is reported every ${seconds} s.`,
    before: 'its first heartbeat',
  },
  {
    name: 'quiet_after',
    say: (seconds: number | string) => ` If it prints nothing for ${seconds} s, that is reported.`,
    before: 'it is silent for so long',
  },
  {
    name: 'ready',
    say: () => ' When it is ready, that is reported once.',
    before: '',
  },
] as const;

/** Returns at once. Everything about the process is durable before it starts (trap 1). */
export async function runInBackground(context: ToolContext, args: TerminalArguments): Promise<Outcome> {
  const { notifier, caller } = context;
  const { notify_on, notify_on_complete: notifyOnComplete = notify_on !== undefined } = args;
  const watchPatterns = excludeWatch(notifyOnComplete, args.watch_patterns ?? []);
  // A task is always answered.
  const isTask = notifyOnComplete && notify_on !== 'failure' && caller.reach === 'task';
  if (isTask) notifier.results.promise(caller.call_id, caller.session_key);
  const { process, notes } = await startCommand(context, args, { notifyOnComplete, watchPatterns });
  // A start that crashed half-way continues under another id.
  if (isTask) notifier.results.promise(process.id, process.session);
  const others = findSame(context, process);
  const asked = news.flatMap((one) => {
    const value = args[one.name];
    return value === undefined ? [] : { ...one, value };
  });
  const isEndReported = notifyOnComplete || watchPatterns.length > 0 || args.ready !== undefined;
  const isReported = isEndReported || asked.length > 0;
  const unless = asked.map(({ before }) => before).join(' and before ');
  const delivery = isReported ? deliveryOf(context, { asTask: isTask }) : 'none';
  return {
    ...(isTask && { promised: process }),
    result: {
      output: `${describeStart(process)} ${describe(process, isEndReported)}${asked.map(({ say, value }) => say(value)).join('')}${isReported ? ` ${advice[delivery]}` : ''}`,
      session_id: process.id,
      pid: process.pid,
      status: process.life.state === 'queued' ? 'queued' : 'running',
      ...placeOf(process),
      exit_code: null,
      error: null,
      notify_on_complete: notifyOnComplete,
      ...(notify_on !== undefined && { notify_on }),
      ...(watchPatterns.length > 0 && { watch_patterns: watchPatterns }),
      ...ignoredPatterns(args),
      ...Object.fromEntries(asked.map(({ name, value }) => [name, value])),
      delivery,
      ...(!isEndReported && {
        hint: `Nothing will be reported about this command${unless && ` if it ends before ${unless}`}. ${HOW_TO_HEAR}`,
      }),
      ...(others.length > 0 && { already_running: others }),
      ...(process.ptyNote !== undefined && { pty_note: process.ptyNote }),
      ...notes,
    },
  };
}

function describeStart({ id, life, environment }: ProcessSnapshot): string {
  if (life.state !== 'queued')
    return `Started in the background as ${id}${environment === LOCAL ? '' : ` in ${environment}`}.`;
  if (life.waitingFor) {
    const [has, is] = life.waitingFor.length === 1 ? ['has', 'is'] : ['have', 'are'];
    return `Waiting in the background as ${id}: it begins when ${life.waitingFor.join(' and ')} ${has} ended with exit code 0, or ${is} ready, and never if one fails.`;
  }
  if (environment === LOCAL)
    return `Taken as ${id}: nothing that it was to wait for is left. It begins now, or never if one of those failed.`;
  const why = life.note === undefined ? '' : ` (${life.note})`;
  return `Queued in ${environment} as ${id}${why}: it starts when its turn comes.`;
}

function describe(
  { notifyOnComplete, notifyOn, watchPatterns }: ProcessSnapshot,
  isEndReported: boolean,
): string {
  if (notifyOnComplete)
    return `Its end will be reported once${notifyOn === 'failure' ? ', if it fails' : ''}.`;
  if (isEndReported && watchPatterns.length === 0)
    return 'Its end will be reported only if it fails, or ends before it is ready.';
  return isEndReported
    ? 'Matching lines will be reported; its end only if it fails, or if no line matched before.'
    : 'Manage it with the tool process.';
}

/** Processes with the same command in the same folder that are still running: worth knowing, never an obstacle. */
function findSame(
  { engine }: ToolContext,
  { id, session, command, cwd, environment }: ProcessSnapshot,
): readonly string[] {
  return engine
    .list({ session, includeEnded: false })
    .filter(
      (one) => one.id !== id && one.command === command && one.cwd === cwd && one.environment === environment,
    )
    .map((one) => one.id);
}

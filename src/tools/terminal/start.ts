import { LOCAL } from '../../base/environment-name.ts';
import { RingbackError } from '../../base/errors.ts';
import { fromWire } from '../../engine/start-fields.ts';
import type { ProcessSnapshot, StartRequest } from '../../engine/types.ts';
import type { ToolContext } from '../context.ts';
import { agentVariables } from '../shell/child-environment.ts';
import type { TerminalArguments } from './definition.ts';

type NotifyOptions = Pick<StartRequest, 'notifyOnComplete' | 'watchPatterns' | 'foreground'>;

export type StartedCommand = { readonly process: ProcessSnapshot; readonly notes: { note?: string } };

type Place = Pick<StartRequest, 'environment' | 'cwd' | 'env' | 'shell' | 'wrapper' | 'sandbox'> & {
  readonly notes: readonly string[];
};

/**
 * Starts it in the session's folder, with the environment of its login shell; in another environment with what is
 * there.
 */
export async function startCommand(
  context: ToolContext,
  args: TerminalArguments,
  options: NotifyOptions,
): Promise<StartedCommand> {
  const { engine, caller } = context;
  const { notes, ...place } =
    (args.environment ?? LOCAL) !== LOCAL
      ? prepareElsewhere(args)
      : await prepareHere(context, args, options);
  // Of what is told of its end, what applies is in the options.
  const { background, timeout, workdir, notify_on_complete, watch_patterns, after, ...asked } = args;
  const ownSession = { session: caller.session_key };
  const process = await engine.start({
    ...fromWire(asked),
    ...place,
    ...(after && { after: after.map((idOrName) => engine.resolve(idOrName, ownSession)) }),
    id: caller.call_id,
    session: caller.session_key,
    ...(caller.task !== undefined && { task: caller.task }),
    ...options,
  });
  // Not a repetition, then: its result would be taken for that of another command.
  if (process.command !== args.command)
    throw new RingbackError(
      'bad_request',
      `The id of this call (${caller.call_id}) was used for another command.`,
      'Give each call an id of its own, and the same one only to a call that is repeated.',
    );
  return { process, notes: notes.length > 0 ? { note: notes.join(' ') } : {} };
}

async function prepareHere(
  { shells, caller }: ToolContext,
  args: TerminalArguments,
  options: NotifyOptions,
): Promise<Place> {
  const prepared = await shells.prepare({
    session: caller.session_key,
    ...(args.workdir !== undefined && { workdir: args.workdir }),
    callerWorkdir: caller.workdir,
    callerEnv: caller.env,
    follows: options.foreground === true && !caller.isScript,
    pty: args.pty ?? false,
    processId: caller.call_id,
  });
  return { ...prepared, ...(caller.sandbox && { sandbox: caller.sandbox }) };
}

/** The folder, exports, login shell and sandbox of a session apply to this machine only. */
function prepareElsewhere({ environment, workdir = '', pty = false }: TerminalArguments): Place {
  return {
    ...(environment !== undefined && { environment }),
    cwd: workdir,
    env: agentVariables(pty),
    notes: [],
  };
}

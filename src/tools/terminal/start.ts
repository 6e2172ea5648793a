import type { ProcessSnapshot, StartRequest } from '../../engine/types.ts';
import type { ToolContext } from '../context.ts';
import type { TerminalArguments } from './definition.ts';

type Wishes = Pick<StartRequest, 'notifyOnComplete' | 'watchPatterns' | 'foreground'>;

export type StartedCommand = { readonly process: ProcessSnapshot; readonly notes: { note?: string } };

/** In the session's folder, with what its login shell would give. */
export async function startCommand(
  context: ToolContext,
  args: TerminalArguments,
  wishes: Wishes,
): Promise<StartedCommand> {
  const { engine, shells, caller } = context;
  const prepared = await shells.prepare({
    session: caller.session_key,
    ...(args.workdir !== undefined && { workdir: args.workdir }),
    callerWorkdir: caller.workdir,
    callerEnv: caller.env,
    follows: wishes.foreground === true && !caller.isScript,
    pty: args.pty ?? false,
    processId: caller.call_id,
  });
  const process = await engine.start({
    id: caller.call_id,
    command: args.command,
    cwd: prepared.cwd,
    env: prepared.env,
    shell: prepared.shell,
    wrapper: prepared.wrapper,
    ...(caller.sandbox && { sandbox: caller.sandbox }),
    pty: args.pty ?? false,
    stdin: args.stdin ?? false,
    ...(args.max_runtime !== undefined && { maxRuntimeSeconds: args.max_runtime }),
    session: caller.session_key,
    ...(caller.task !== undefined && { task: caller.task }),
    ...wishes,
  });
  return { process, notes: prepared.notes.length > 0 ? { note: prepared.notes.join(' ') } : {} };
}

import { toShellCommand } from '../base/shell-command.ts';
import { unlessAborted } from '../base/unless-aborted.ts';
import type { Engine } from '../engine/engine.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { Program } from './program.ts';

export type StartOptions = {
  readonly home: string;
  readonly engine: Engine;
  readonly program: Program;
  /** What it is started with. */
  variables(): Promise<Readonly<Record<string, string>>>;
};

const LOG_BYTES = 4 * 1024 * 1024;

/** As a process of the engine: with a keeper, a log and an exit of its own. */
export async function startProgram(
  { home, engine, program, variables }: StartOptions,
  signal: AbortSignal,
): Promise<ProcessSnapshot> {
  const env = await unlessAborted(variables(), signal);
  return engine.start({
    command: `exec ${toShellCommand(program.command(home))}`,
    // It must not keep a folder busy that somebody wants to remove or unmount.
    cwd: '/',
    env,
    shell: '/bin/sh',
    logLimitBytes: LOG_BYTES,
    system: program.name,
  });
}

import { isPosixShell, shellArgs } from '../../keeper/shell-args.ts';
import { encodeSpawnRequest } from '../../keeper/spawn-request.ts';
import type { Launch } from '../backend.ts';
import type { CommonSettings } from '../common-settings.ts';
import type { Prepared } from './prepare-place.ts';

/** What a keeper elsewhere is asked: the shell and the variables are those of the place. It wakes nobody: we come to it. */
export function encodeLaunch(launch: Launch, keep: string, there: Prepared, common: CommonSettings): string {
  const { command, wrapper, sandbox = [], ...rest } = launch;
  const shell = launch.shell ?? common.shell ?? (isPosixShell(there.shell) ? there.shell : '/bin/sh');
  return encodeSpawnRequest({
    ...rest,
    keep,
    args: [...sandbox, ...shellArgs(shell, command, wrapper)],
    env: { ...there.env, ...common.variables, ...launch.env },
    wake: [],
  });
}

import { backendOf, type Context, getSnapshot } from './context.ts';

/** After so long it has failed. Where `timeout` is missing, the line to it is cut. */
const LONGEST_SECONDS = 10;
/** For the way there and back. */
const PATIENCE_MS = LONGEST_SECONDS * 1000 + 5000;

/**
 * Parameters: the process, its folder, the command. The variables are those with which it was started; where they cannot be
 * read, those that the shell has anyway.
 */
const SCRIPT = `
limit=; command -v timeout >/dev/null 2>&1 && limit="timeout ${LONGEST_SECONDS}"
cd "$2" || exit 126
if [ -r "/proc/$1/environ" ] && command -v xargs >/dev/null 2>&1; then
  exec $limit xargs -0 sh -c 'command=$1; shift; exec env -i "$@" sh -c "$command"' sh "$3" <"/proc/$1/environ" >/dev/null 2>&1
fi
exec $limit sh -c "$3" </dev/null >/dev/null 2>&1
`;

/** A command where the process runs. Resolves with its exit code; fails where nobody can be reached. */
export async function runBeside(
  context: Context,
  id: string,
  command: string,
  signal: AbortSignal,
): Promise<number> {
  const { pid, cwd } = getSnapshot(context, id);
  const stop = AbortSignal.any([signal, context.closing, AbortSignal.timeout(PATIENCE_MS)]);
  const args = ['/bin/sh', '-c', SCRIPT, 'sh', String(pid ?? 0), cwd, command];
  return backendOf(context, id).run(id, args, stop);
}

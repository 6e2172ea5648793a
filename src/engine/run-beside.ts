import { backendOf, type Context, getSnapshot } from './context.ts';

/** After so long it has failed. Where `timeout` is missing, the line to it is cut. */
const LONGEST_SECONDS = 10;
/** For the way there and back. */
const PATIENCE_MS = LONGEST_SECONDS * 1000 + 5000;

/** Parameters: what to do, the process, its folder. Where its variables cannot be read, those that the shell has are kept. */
const BEGIN = `
limit=; command -v timeout >/dev/null 2>&1 && limit="timeout ${LONGEST_SECONDS}"
if (: <"/proc/$2/environ") 2>/dev/null; then exec env -i PATH="$PATH" $limit sh -c "$1" sh "$2" "$3"; fi
exec $limit sh -c "$1" sh 0 "$3"
`;

/**
 * Parameters: the process (0: its variables cannot be read), its folder. The command comes through stdin, and the variables
 * never leave this shell: everybody may read the argument lists of programs (promise 17). Left out are those that belong to
 * the shell itself, or that it would not let us set.
 */
const RUN = String.raw`
command=$(cat)
cd "$2" || exit 126
exec </dev/null >/dev/null 2>&1
[ "$1" = 0 ] || eval "$(
  LC_ALL=C; export LC_ALL
  tr '\012\000' '\001\012' <"/proc/$1/environ" |
    sed -n "/^IFS=/d; /^PWD=/d; /^OLDPWD=/d; /^UID=/d; /^EUID=/d; /^PPID=/d; /^SHELLOPTS=/d; /^BASHOPTS=/d; /^BASH_VERSINFO=/d
      s/'/'\\\\''/g; s/^\([A-Za-z_][A-Za-z0-9_]*\)=\(.*\)\$/export \1='\2'/p" |
    tr '\001' '\012'
)"
set -- "$command"
unset command
eval "$1"
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
  const args = ['/bin/sh', '-c', BEGIN, 'sh', RUN, String(pid ?? 0), cwd];
  return backendOf(context, id).run(id, args, command, stop);
}

import type { WireEnd } from '../../wire/types.ts';

type Ending = WireEnd & { readonly exit_code: number | null; readonly signal: string | null };

const UNKNOWN = 'its keeper disappeared, its exit code cannot be known';

/** How a process ended, in words: `exited with 0`, `killed by process.kill (SIGTERM, 143)`. */
export function describeEnding(ending: Ending): string {
  const { completion_reason, termination_source, exit_code, signal, note } = ending;
  const code = exit_code === null ? 'exit code unknown' : `${exit_code}`;
  const status = signal ? `${signal}, ${code}` : code;
  switch (completion_reason) {
    case 'lost':
      return `lost: ${note ? note.replace(/\.$/, '') : UNKNOWN}`;
    case 'killed':
      return `ended by ${termination_source} (${status})`;
    default:
      return signal ? `died of ${signal} (${exit_code})` : `exited with ${exit_code}`;
  }
}

/** What `wait` and its like exit with: the command's own code, 1 where there is none. */
export function toExitCode({ exit_code }: { exit_code: number | null }): number {
  return exit_code ?? 1;
}

import type { WireEnd } from '../../wire/process.ts';

type Ending = WireEnd & { readonly exit_code: number | null; readonly signal: string | null };

const UNKNOWN = 'its keeper disappeared, so its exit code is unknown';

/** How a process ended: `exited with 0`, `ended by process.kill (SIGTERM, 143)`. */
export function describeEnding(ending: Ending): string {
  const { completion_reason, termination_source, exit_code, signal, note } = ending;
  const code = exit_code === null ? 'exit code unknown' : `${exit_code}`;
  const status = signal ? `${signal}, ${code}` : code;
  switch (completion_reason) {
    case 'skipped':
      return note ? withoutStop(note).replace(/^It /, '') : 'never began';
    case 'lost':
      return `lost: ${note ? withoutStop(note) : UNKNOWN}`;
    case 'killed':
      return `ended by ${termination_source} (${status})`;
    default:
      return signal ? `terminated by ${signal} (${exit_code})` : `exited with ${exit_code}`;
  }
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

export function isEnded({ status }: { readonly status: string }): boolean {
  return status === 'exited' || status === 'lost';
}

/** The exit code for commands such as `wait`: the process's own, or 1 if it is unknown. */
export function toExitCode({ exit_code }: { exit_code: number | null }): number {
  return exit_code ?? 1;
}

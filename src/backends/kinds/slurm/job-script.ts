/** What the batch system runs: the program itself, in the place of the shell, so that signals and exit code are its own. */
export function jobScript(args: readonly string[]): string {
  return [
    '#!/bin/sh',
    // Somebody may requeue the job all the same: no command is ever run twice.
    '[ -z "$SLURM_RESTART_COUNT" ] || exit 75',
    `exec ${args.map(quote).join(' ')}`,
    '',
  ].join('\n');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

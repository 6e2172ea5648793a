/** What the batch system runs: the program itself, in the place of the shell, so that signals and exit code are its own. */
export function jobScript(args: readonly string[]): string {
  return [
    '#!/bin/sh',
    // Somebody may requeue the job all the same: no command is ever run twice.
    '[ -z "$SLURM_RESTART_COUNT" ] || exit 75',
    // Left over from --export=NONE: an srun of the command would find an empty environment, not even a PATH.
    'unset SLURM_EXPORT_ENV SLURM_GET_USER_ENV',
    `exec ${args.map(quote).join(' ')}`,
    '',
  ].join('\n');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

import { quoteWord } from '../../../base/quote-word.ts';

/** What the batch system runs: the program itself, in the place of the shell, so that signals and exit code are its own. */
export function jobScript(args: readonly string[]): string {
  return [
    '#!/bin/sh',
    // Somebody may requeue the job all the same: no command is ever run twice.
    '[ -z "$SLURM_RESTART_COUNT" ] || exit 75',
    `exec ${args.map(quoteWord).join(' ')}`,
    '',
  ].join('\n');
}

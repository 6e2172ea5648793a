/** What shells say when they are interactive or a login shell and have no terminal; the whole line, nothing looser. */
const complaints = [
  'no job control in this shell',
  'cannot set terminal process group \\(-?\\d+\\): .*',
  "can't access tty; job control turned off",
  "can't set tty pgrp: .*",
  '(?:\\[\\d+: \\d+ \\(\\d+\\)\\] )?tcsetattr: .*',
  'tcsetattr failed.*',
];

const noise = new RegExp(`^(?:[\\w./-]+: )?(?:(?:line )?\\d+: )?(?:${complaints.join('|')})$`);

/** Whether a line is a shell's complaint about its start-up. Only to be asked of the first lines of an output. */
export function isStartupNoise(line: string): boolean {
  return noise.test(line);
}

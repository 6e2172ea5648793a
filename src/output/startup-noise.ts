/** What interactive and login shells print without a terminal; the whole line, nothing looser. */
const complaints = [
  'no job control in this shell',
  'cannot set terminal process group \\(-?\\d+\\): .*',
  "can't access tty; job control turned off",
  "can't set tty pgrp: .*",
  '(?:\\[\\d+: \\d+ \\(\\d+\\)\\] )?tcsetattr: .*',
  'tcsetattr failed.*',
];

const noise = new RegExp(`^(?:[\\w./-]+: )?(?:(?:line )?\\d+: )?(?:${complaints.join('|')})$`);

/** Whether a line is a shell's start-up noise. Only for the first lines of an output. */
export function isStartupNoise(line: string): boolean {
  return noise.test(line);
}

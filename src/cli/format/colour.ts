import { isatty } from 'node:tty';

const codes = { green: 32, yellow: 33, red: 31, grey: 90, bold: 1 } as const;
export type Colour = keyof typeof codes;

/** Only on a terminal, and unless the user disabled it (https://no-color.org). */
export function usesColour(env: NodeJS.ProcessEnv = process.env): boolean {
  return isatty(1) && !env.NO_COLOR && env.TERM !== 'dumb';
}

export function colour(text: string, name: Colour, enabled: boolean): string {
  return enabled ? `\x1b[${codes[name]}m${text}\x1b[0m` : text;
}

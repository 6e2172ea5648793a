import { readSessionFile } from '../base/session-file.ts';

type Values = { readonly session?: string };

/** The session on whose behalf a command is given; none at a plain terminal. */
export function sessionOf(values: Values): { session_key?: string } {
  const key = fixedSession(values) ?? readSessionFile(process.env.RINGBACK_SESSION_FILE);
  return key ? { session_key: key } : {};
}

/** One that stays, whatever an agent's plugin writes down while this program runs. */
export function fixedSession({ session }: Values): string | undefined {
  return (session ?? process.env.RINGBACK_SESSION) || undefined;
}

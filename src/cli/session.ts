import { readSessionFile } from '../base/session-file.ts';

/** The session on whose behalf a command is given; none at a plain terminal. */
export function sessionOf({ session }: { readonly session?: string }): { session_key?: string } {
  const key = session ?? (process.env.RINGBACK_SESSION || readSessionFile(process.env.RINGBACK_SESSION_FILE));
  return key ? { session_key: key } : {};
}

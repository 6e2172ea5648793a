import { userInfo } from 'node:os';
import { readSessionFile } from '../base/session-file.ts';
import { sessionOfVariables } from '../mcp/agents.ts';

type Values = { readonly session?: string };

/**
 * The session that a command acts for: the one that is given, that of the agent whose shell this is, or else the
 * user's own. None if an agent's plugin has not written its session file yet.
 */
export function sessionOf(values: Values): { session_key?: string } {
  const named = namedSession(values);
  if (named !== undefined) return { session_key: named };
  return process.env.RINGBACK_SESSION_FILE ? {} : { session_key: personSession() };
}

/** Undefined in a plain terminal. */
export function namedSession(values: Values): string | undefined {
  return (
    fixedSession(values) ??
    readSessionFile(process.env.RINGBACK_SESSION_FILE) ??
    sessionOfVariables(process.env)
  );
}

/** A session that does not change when an agent's plugin writes another into its file. */
export function fixedSession({ session }: Values): string | undefined {
  return (session ?? process.env.RINGBACK_SESSION) || undefined;
}

function personSession(): string {
  try {
    return `person:${userInfo().username}`;
  } catch {
    // In some containers the user has no name.
    return `person:${process.getuid?.() ?? 'me'}`;
  }
}

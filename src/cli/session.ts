import { userInfo } from 'node:os';
import { readSessionFile } from '../base/session-file.ts';
import { sessionOfVariables } from '../mcp/agents.ts';

type Values = { readonly session?: string };

/**
 * The session on whose behalf a command is given: the one that is named, that of the agent in whose shell it is given,
 * else the person's own. None where an agent's plugin has not written its own down yet.
 */
export function sessionOf(values: Values): { session_key?: string } {
  const named = namedSession(values);
  if (named !== undefined) return { session_key: named };
  return process.env.RINGBACK_SESSION_FILE ? {} : { session_key: personSession() };
}

/** None at a plain terminal. */
export function namedSession(values: Values): string | undefined {
  return (
    fixedSession(values) ??
    readSessionFile(process.env.RINGBACK_SESSION_FILE) ??
    sessionOfVariables(process.env)
  );
}

/** One that stays, whatever an agent's plugin writes down while this program runs. */
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

import { programIdentity } from '../base/program-identity.ts';

/** Identifies the connection in a session without known conversations: the daemon checks whether it is alive. */
export function serverIdentity(): string {
  return `mcp-${programIdentity()}`;
}

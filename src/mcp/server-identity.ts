import { programIdentity } from '../base/program-identity.ts';

/** Names the connection in a session whose conversations nothing tells apart: the daemon asks whether it is alive. */
export function serverIdentity(): string {
  return `mcp-${programIdentity()}`;
}

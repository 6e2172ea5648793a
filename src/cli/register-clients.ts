import type { Invocation } from './invocation.ts';
import { writeLine } from './out.ts';

/** `ringback mcp install`: enters Ringback into the configuration of MCP clients. */
export async function registerClients(_: Invocation<'mcp'>): Promise<number> {
  writeLine('not built yet');
  return 1;
}

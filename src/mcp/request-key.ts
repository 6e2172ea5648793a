import type { ServerContext } from '@modelcontextprotocol/server';

/** Identifies a request until its answer was written: over HTTP, clients may use the same ids. */
export function requestKey({ http, mcpReq }: ServerContext): unknown {
  return http?.req ?? mcpReq.id;
}

import type { ServerContext } from '@modelcontextprotocol/server';

/** What a request is known by until its answer was written: over HTTP ids of different clients may be the same. */
export function requestKey({ http, mcpReq }: ServerContext): unknown {
  return http?.req ?? mcpReq.id;
}

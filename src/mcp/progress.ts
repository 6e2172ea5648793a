import type { ServerContext } from '@modelcontextprotocol/server';

/** Sends progress to a client that asked for it while its call waits, until stopped. */
export function reportProgress({ mcpReq }: ServerContext, everyMs: number): { stop(): void } {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { stop() {} };
  const began = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000);
    const params = { progressToken, progress: seconds, message: `still running, ${seconds} s` };
    // A disconnected client is noticed elsewhere.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}

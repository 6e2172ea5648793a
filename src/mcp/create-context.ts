import { defaultConfig } from '../base/config.ts';
import { loadConfig } from '../base/load-config.ts';
import type { Client } from '../client/client.ts';
import { describeTools } from '../tools/describe-tools.ts';
import { type McpContext, toDaemon } from './context.ts';

const PROGRESS_MS = 10_000;

/** For the agent that started this process: its folder and environment. */
export async function createContext(
  client: Client,
  home: string,
  session: string | undefined,
): Promise<McpContext> {
  // Errors are the daemon's to report: its message reaches the model.
  const config = await loadConfig(home).catch(() => defaultConfig);
  const { mcpWaitSeconds } = config;
  return {
    daemon: toDaemon(client),
    // Over MCP a call waits less long than elsewhere unless it is told.
    tools: describeTools({ ...config, foregroundSeconds: mcpWaitSeconds, waitLimitSeconds: mcpWaitSeconds }),
    session,
    env: process.env,
    variables: process.env,
    folder: process.cwd(),
    waitSeconds: mcpWaitSeconds,
    progressMs: PROGRESS_MS,
  };
}

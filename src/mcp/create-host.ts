import { defaultConfig } from '../base/config.ts';
import { loadConfig } from '../base/load-config.ts';
import type { Client } from '../client/client.ts';
import type { ToolDefinition } from '../tools/definition.ts';
import { toolDefinitions } from '../tools/definitions.ts';
import { type Host, toDaemon } from './host.ts';

const PROGRESS_MS = 10_000;

/** A host for the agent that started this process: its folder, its environment. */
export async function createHost(client: Client, home: string, session: string | undefined): Promise<Host> {
  // What is wrong with it the daemon tells: its words reach the model.
  const { mcpWaitSeconds } = await loadConfig(home).catch(() => defaultConfig);
  return {
    daemon: toDaemon(client),
    tools: toolDefinitions.map((tool) => withDefault(tool, mcpWaitSeconds)),
    session,
    env: process.env,
    variables: process.env,
    folder: process.cwd(),
    waitSeconds: mcpWaitSeconds,
    progressMs: PROGRESS_MS,
  };
}

/** Over MCP a call waits less long than elsewhere unless it is told. */
function withDefault(tool: ToolDefinition, seconds: number): ToolDefinition {
  const { properties } = tool.inputSchema;
  const { timeout } = properties;
  if (tool.name === 'execute_code' || timeout === undefined) return tool;
  const changed = { ...properties, timeout: { ...timeout, default: seconds } };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: changed } };
}

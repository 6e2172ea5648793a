import { defaultConfig, loadConfig } from '../base/config.ts';
import type { Client } from '../client/client.ts';
import { toolDefinitions } from '../tools/definitions.ts';
import { type Host, toDaemon } from './host.ts';

const PROGRESS_MS = 10_000;

/** A host for the agent that started this process: its folder, its environment. */
export async function createHost(client: Client, home: string, session: string | undefined): Promise<Host> {
  // What is wrong with it the daemon tells: its words reach the model.
  const { mcpWaitSeconds } = await loadConfig(home).catch(() => defaultConfig);
  return {
    daemon: toDaemon(client),
    tools: toolDefinitions,
    session,
    env: process.env,
    variables: process.env,
    folder: process.cwd(),
    waitSeconds: mcpWaitSeconds,
    progressMs: PROGRESS_MS,
  };
}

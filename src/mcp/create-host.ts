import type { Client } from '../client/client.ts';
import { toolDefinitions } from '../tools/definitions.ts';
import { type Host, toDaemon } from './host.ts';

const PROGRESS_MS = 10_000;

/** A host for the agent that started this process: its folder, its environment. */
export function createHost(client: Client, session: string | undefined): Host {
  return {
    daemon: toDaemon(client),
    tools: toolDefinitions,
    session,
    env: process.env,
    variables: process.env,
    folder: process.cwd(),
    progressMs: PROGRESS_MS,
  };
}

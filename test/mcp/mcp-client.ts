import { join } from 'node:path';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CliHome } from '../cli/cli-home.ts';

export const launcher = join(import.meta.dirname, '../../bin/ringback');

/** The official client speaks either generation of the protocol. */
export const generations = { 2025: 'legacy', 2026: { pin: '2026-07-28' } } as const;
export type Generation = keyof typeof generations;

type Options = {
  readonly name?: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Instead of `ringback mcp`. */
  readonly command?: readonly string[];
};
type After = (clean: () => Promise<void>) => void;

export function createClient(generation: Generation | string, name = 'test-client'): Client {
  const mode = generations[Number(generation) as Generation];
  return new Client({ name, version: '1' }, { versionNegotiation: { mode } });
}

/** The official TypeScript client with a server of its own. */
export async function connectStdio(
  after: After,
  home: CliHome,
  generation: Generation | string,
  { name, cwd, env, command: [command = '', ...args] = [launcher, 'mcp'] }: Options = {},
): Promise<Client> {
  const client = createClient(generation, name);
  const transport = new StdioClientTransport({
    command,
    args,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', RINGBACK_HOME: home.folder, ...env },
    ...(cwd && { cwd }),
  });
  await client.connect(transport);
  after(() => client.close());
  return client;
}

/** What the model sees of a call. */
export async function call(client: Client, name: string, given: object): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: { ...given } });
  return resultOf(result);
}

export function resultOf(result: CallToolResult): Record<string, unknown> {
  return result.structuredContent as Record<string, unknown>;
}

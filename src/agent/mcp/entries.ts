import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, McpServerEntry } from '../../base/config.ts';
import { mcpFileSchema } from '../../base/mcp-server-schema.ts';
import { validate } from '../../base/validate.ts';

export type Entries = {
  readonly servers: Readonly<Record<string, McpServerEntry>>;
  /** Why those of the folder's file are missing. */
  readonly trouble?: string;
};

/** Those of the configuration, and of the folder's `.mcp.json` where a person has allowed that: it names programs to start. */
export function readEntries(
  folder: string,
  { agentMcpServers, agentMcpFolders }: Pick<Config, 'agentMcpServers' | 'agentMcpFolders'>,
  homeFolder: string,
): Entries {
  const allowed = agentMcpFolders.map((one) => realPath(one.replace(/^~(?=\/|$)/, homeFolder)));
  const real = realPath(folder);
  if (real === undefined || !allowed.includes(real)) return { servers: agentMcpServers };
  const file = join(folder, '.mcp.json');
  try {
    const { mcpServers } = validate(mcpFileSchema, JSON.parse(readFileSync(file, 'utf8')), 'it');
    return { servers: { ...mcpServers, ...agentMcpServers } };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      servers: agentMcpServers,
      ...(code !== 'ENOENT' && { trouble: `${file} is wrong: ${message}` }),
    };
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

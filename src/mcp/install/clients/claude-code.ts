import { join } from 'node:path';
import { type Client, ENTRY_NAME } from '../client.ts';

/** No time limit is written: it waits for a stdio server as long as it takes. */
export const claudeCode: Client = {
  name: 'claude-code',
  title: 'Claude Code',
  format: 'json',
  isGraphical: false,
  files: {
    user: ({ env, userFolder }) => [join(env.CLAUDE_CONFIG_DIR || userFolder, '.claude.json')],
    project: ({ projectFolder }) => [join(projectFolder, '.mcp.json')],
  },
  programs: ['claude'],
  traces: ({ env, userFolder }) => [env.CLAUDE_CONFIG_DIR || join(userFolder, '.claude')],
  entry: ({ command, args }) => ({
    path: ['mcpServers', ENTRY_NAME],
    fields: { type: 'stdio', command, args },
    defaults: {},
  }),
  next: 'Restart Claude Code; /mcp shows ringback as connected.',
};

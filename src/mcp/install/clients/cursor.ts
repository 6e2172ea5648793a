import { join } from 'node:path';
import { type Client, ENTRY_NAME } from '../client.ts';
import { desktopFolder } from '../folders.ts';

export const cursor: Client = {
  name: 'cursor',
  title: 'Cursor',
  format: 'json',
  isGraphical: true,
  files: {
    user: ({ userFolder }) => [join(userFolder, '.cursor/mcp.json')],
    project: ({ projectFolder }) => [join(projectFolder, '.cursor/mcp.json')],
  },
  programs: ['cursor', 'cursor-agent'],
  traces: (machine) => [join(machine.userFolder, '.cursor'), join(desktopFolder(machine), 'Cursor')],
  entry: ({ command, args, env }) => ({
    path: ['mcpServers', ENTRY_NAME],
    fields: { type: 'stdio', command, args, env },
    defaults: {},
  }),
  next: 'Restart Cursor; its settings list ringback among the MCP servers.',
};

import { join } from 'node:path';
import { type Client, ENTRY_NAME } from '../client.ts';
import { desktopFolder } from '../folders.ts';

export const vscode: Client = {
  name: 'vscode',
  title: 'VS Code',
  format: 'json',
  isGraphical: true,
  files: {
    user: (machine) => [join(desktopFolder(machine), 'Code/User/mcp.json')],
    project: ({ projectFolder }) => [join(projectFolder, '.vscode/mcp.json')],
  },
  programs: ['code'],
  traces: (machine) => [join(desktopFolder(machine), 'Code')],
  entry: ({ command, args, env }) => ({
    path: ['servers', ENTRY_NAME],
    fields: { type: 'stdio', command, args, env },
    defaults: {},
  }),
  next: 'In VS Code run "MCP: List Servers", choose ringback and start it; it asks whether you trust it.',
};

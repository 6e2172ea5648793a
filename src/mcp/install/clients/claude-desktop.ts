import { join } from 'node:path';
import { type Client, ENTRY_NAME } from '../client.ts';
import { desktopFolder } from '../folders.ts';

export const claudeDesktop: Client = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  format: 'json',
  isGraphical: true,
  files: { user: (machine) => [join(desktopFolder(machine), 'Claude/claude_desktop_config.json')] },
  programs: ['claude-desktop'],
  traces: (machine) => [join(desktopFolder(machine), 'Claude')],
  entry: ({ command, args, env }) => ({
    path: ['mcpServers', ENTRY_NAME],
    fields: { command, args, env },
    defaults: {},
  }),
  next: 'Quit Claude Desktop altogether (closing its window is not enough) and start it again.',
};

import { join } from 'node:path';
import { type Client, ENTRY_NAME, LONGEST_CALL_SECONDS } from '../client.ts';

export const gemini: Client = {
  name: 'gemini',
  title: 'Gemini CLI',
  format: 'json',
  isGraphical: false,
  files: {
    user: ({ env, userFolder }) => [join(env.GEMINI_CLI_HOME || userFolder, '.gemini/settings.json')],
    project: ({ projectFolder }) => [join(projectFolder, '.gemini/settings.json')],
  },
  programs: ['gemini'],
  traces: ({ env, userFolder }) => [join(env.GEMINI_CLI_HOME || userFolder, '.gemini')],
  entry: ({ command, args }) => ({
    path: ['mcpServers', ENTRY_NAME],
    fields: { command, args },
    defaults: { timeout: LONGEST_CALL_SECONDS * 1000 },
  }),
  next: 'Restart Gemini CLI; /mcp lists ringback.',
};

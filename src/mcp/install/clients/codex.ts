import { join } from 'node:path';
import { type Client, ENTRY_NAME, LONGEST_CALL_SECONDS } from '../client.ts';

export const codex: Client = {
  name: 'codex',
  title: 'Codex',
  format: 'toml',
  isGraphical: false,
  files: {
    user: ({ env, userFolder }) => [join(env.CODEX_HOME || join(userFolder, '.codex'), 'config.toml')],
    project: ({ projectFolder }) => [join(projectFolder, '.codex/config.toml')],
  },
  programs: ['codex'],
  traces: ({ env, userFolder }) => [env.CODEX_HOME || join(userFolder, '.codex')],
  entry: ({ command, args }) => ({
    path: ['mcp_servers', ENTRY_NAME],
    fields: { command, args },
    defaults: { tool_timeout_sec: LONGEST_CALL_SECONDS },
  }),
  next: 'Restart Codex; /mcp lists ringback. A project file counts only in a project that Codex trusts.',
};

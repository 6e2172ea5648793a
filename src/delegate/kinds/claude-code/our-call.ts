import { serverTool } from '../server-tool.ts';

/** What a call of Claude Code's would be as one of ours, so that a person's rules mean the same in both. */
export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

const OF_SERVER = /^mcp__(?<server>.+?)__(?<name>.+)$/;

/** Where a command would run. */
export type Where = { readonly folder?: string | undefined; readonly environment?: string | undefined };

export function ourCall({ tool, input }: Call, { folder, environment }: Where = {}): Call {
  switch (tool) {
    case 'Bash':
      return {
        tool: 'terminal',
        input: {
          command: input.command,
          ...(folder && { workdir: folder }),
          ...(environment && { environment }),
        },
      };
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
      return { tool: 'edit', input: { path: input.file_path } };
    case 'NotebookEdit':
      return { tool: 'edit', input: { path: input.notebook_path } };
    case 'Read':
      return { tool: 'read', input: { path: input.file_path } };
    case 'Glob':
    case 'Grep':
      return { tool: 'search', input: { pattern: input.pattern, path: input.path } };
    default: {
      const { server, name } = OF_SERVER.exec(tool)?.groups ?? {};
      return { tool: server && name ? serverTool(server, name) : tool, input };
    }
  }
}

const TELLING = ['command', 'file_path', 'notebook_path', 'pattern', 'query', 'url', 'description'];

/** The field that says most. */
export function aboutCall({ input }: Call): string {
  const field = TELLING.find((name) => typeof input[name] === 'string');
  return field === undefined ? '' : String(input[field]);
}

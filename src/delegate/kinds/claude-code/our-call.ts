/** What a call of Claude Code's would be as one of ours, so that a person's rules mean the same in both. */
export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** A tool of an MCP server: with us it is `server_tool`. */
const OF_SERVER = /^mcp__(.+?)__/;

export function ourCall({ tool, input }: Call): Call {
  switch (tool) {
    case 'Bash':
      return { tool: 'terminal', input: { command: input.command, background: input.run_in_background } };
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
    default:
      return { tool: OF_SERVER.test(tool) ? tool.replace(OF_SERVER, '$1_') : tool, input };
  }
}

const TELLING = ['command', 'file_path', 'notebook_path', 'pattern', 'query', 'url', 'description'];

/** The field that says most. */
export function aboutCall({ input }: Call): string {
  const field = TELLING.find((name) => typeof input[name] === 'string');
  return field === undefined ? '' : String(input[field]);
}

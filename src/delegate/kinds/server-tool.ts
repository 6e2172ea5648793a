/** Ringback itself as an agent's MCP server: under its usual name, or as a part of its plugin. */
const OURS = /(?:^|_)ringback$/;

/** A tool of an MCP server as our agent would call it: `server_tool`; one of ours by its own name. */
export function serverTool(server: string, tool: string): string {
  return OURS.test(server) ? tool : `${server}_${tool}`;
}

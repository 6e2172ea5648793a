/** `ringback/ai-sdk`: the tools for Vercel's AI SDK. `ai` is a peer: the program that uses this has it. */
import { jsonSchema, type Tool, tool } from 'ai';
import { createTools, type ToolHome, type ToolOptions, type ToolResult } from './tools.ts';

export type { ToolHome, ToolOptions } from './tools.ts';

/** For `tools` of `generateText`, `streamText` and agents, bound to one conversation. */
export function createAiTools(
  ringback: ToolHome,
  options: ToolOptions,
): Record<string, Tool<Record<string, unknown>, ToolResult>> {
  const entries = createTools(ringback, options).map(({ name, description, inputSchema, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(inputSchema as Parameters<typeof jsonSchema>[0]),
      execute: (given: Record<string, unknown>, { abortSignal }) =>
        execute(given, abortSignal && { signal: abortSignal }),
    }),
  ]);
  return Object.fromEntries(entries);
}

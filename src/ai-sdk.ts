/** `ringback/ai-sdk`: the tools for Vercel's AI SDK. `ai` is a peer: the program that uses this has it. */
import { jsonSchema, type Tool, tool } from 'ai';
import type { DelegateArguments } from './tools/delegate/definition.ts';
import type { CodeArguments } from './tools/execute-code/definition.ts';
import type { ProcessArguments } from './tools/process/definition.ts';
import type { TerminalArguments } from './tools/terminal/definition.ts';
import type { WakeArguments } from './tools/wake/definition.ts';
import { createTools, type ToolHome, type ToolOptions, type ToolResult } from './tools.ts';

import type { ToolName } from './wire/tool.ts';

export type { ToolHome, ToolOptions } from './tools.ts';

type Inputs = {
  readonly terminal: TerminalArguments;
  readonly process: ProcessArguments;
  readonly execute_code: CodeArguments;
  readonly wake: WakeArguments;
  readonly delegate: DelegateArguments;
};

/** By name, each with the type of what the model writes. */
export type AiTools = { readonly [Name in ToolName]: Tool<Inputs[Name], ToolResult> };

/** For `tools` of `generateText`, `streamText` and agents, bound to one conversation. */
export function createAiTools(ringback: ToolHome, options: ToolOptions): AiTools {
  const entries = createTools(ringback, options).map(({ name, description, inputSchema, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Inputs[ToolName]>(inputSchema as Parameters<typeof jsonSchema>[0]),
      execute: (given: Inputs[ToolName], { abortSignal }) =>
        execute(given, abortSignal && { signal: abortSignal }),
    }),
  ]);
  return Object.fromEntries(entries);
}

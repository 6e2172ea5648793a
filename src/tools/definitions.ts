import type { ToolDefinition } from './definition.ts';
import { executeCodeDefinition } from './execute-code/definition.ts';
import { processDefinition } from './process/definition.ts';
import { terminalDefinition } from './terminal/definition.ts';

/** Every tool there is, as a model is told of it. */
export const toolDefinitions: readonly ToolDefinition[] = [
  terminalDefinition,
  processDefinition,
  executeCodeDefinition,
];

import type { ToolDefinition } from './definition.ts';
import { delegateDefinition } from './delegate/definition.ts';
import { executeCodeDefinition } from './execute-code/definition.ts';
import { processDefinition } from './process/definition.ts';
import { terminalDefinition } from './terminal/definition.ts';
import { wakeDefinition } from './wake/definition.ts';

/** Every tool there is, for `describeTools`. The build puts the finished JSON here. */
export const toolDefinitions: readonly ToolDefinition[] = [
  terminalDefinition,
  processDefinition,
  executeCodeDefinition,
  wakeDefinition,
  delegateDefinition,
];

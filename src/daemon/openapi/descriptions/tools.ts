import type { ToolDefinition } from '../../../tools/definition.ts';
import { toolDefinitions } from '../../../tools/definitions.ts';
import type { Description, Descriptions } from '../description.ts';
import { task, toolAnswer } from '../schemas/tool.ts';

function describeTool({ name, inputSchema }: ToolDefinition): [string, Description] {
  return [
    `POST /v1/tools/${name}`,
    {
      name: `call${name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: `Calls the tool \`${name}\` as an agent does.`,
      details:
        'What the tool has to say against its arguments is a result with `is_error`, not an HTTP error. With the same `call_id` the call may be repeated: nothing is started or typed twice.',
      body: { arguments: { json: inputSchema } },
      answer: toolAnswer,
    },
  ];
}

export const toolDescriptions: Descriptions = {
  ...Object.fromEntries(toolDefinitions.map(describeTool)),
  'GET /v1/tasks/:id': {
    name: 'getTask',
    summary: 'Tells how a task stands. A completed one counts as told once it was sent.',
    answer: task,
  },
  'POST /v1/tasks/:id/cancel': {
    name: 'cancelTask',
    summary: 'Ends the process of a task with all its descendants; nobody is told.',
    answer: task,
    errors: ['detached', 'gone'],
  },
};

import { toolCall, toolName, wireToolAnswer } from '../../../wire/tool.ts';
import { route } from '../../route.ts';

/** One route per tool: what an agent calls. */
export const toolRoutes = toolName.options.map((tool) =>
  route({
    method: 'POST',
    path: `/v1/tools/${tool}`,
    name: `call${tool.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `Calls the tool \`${tool}\` as an agent does.`,
    details:
      'What the tool has to say against its arguments is a result with `is_error`, not an HTTP error. With the same `call_id` the call may be repeated: nothing is started or typed twice.',
    body: toolCall,
    tool,
    answer: wireToolAnswer,
    async handle({ tools, body, signal }) {
      const { answer, settled } = await tools.call(tool, body, signal);
      return { body: answer, settled };
    },
  }),
);

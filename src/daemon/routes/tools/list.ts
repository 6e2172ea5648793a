import { wireTools } from '../../../wire/tool.ts';
import { route } from '../../route.ts';

/** Loaded when asked for, as the OpenAPI document is. */
export const listTools = route({
  method: 'GET',
  path: '/v1/tools',
  name: 'listTools',
  summary: 'Lists the tools as a model is told of them.',
  details: 'What a model calls goes to `POST /v1/tools/` and its name, as `arguments`.',
  answer: wireTools,
  async handle({ tools }) {
    const { describeTools } = await import('../../../tools/describe-tools.ts');
    return { body: { tools: describeTools(tools.config) } };
  },
});

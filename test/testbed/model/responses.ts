import { type Answer, type Body, type Dialect, list, newId, type Said, textOf } from './types.ts';

type Item = {
  readonly type: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly output?: unknown;
};
type Tool = { readonly type: string; readonly name?: string; readonly tools?: readonly Tool[] };

/** Inside a namespace a tool has a short name; joined so for the tests, and taken apart again in a call. */
const joint = '.';

/** OpenAI's responses, as Codex asks. */
export const responses: Dialect = {
  path: /\/responses$/,
  read: (body) => ({
    said: list<Item>(body.input).flatMap(readItem),
    tools: list<Tool>(body.tools).flatMap((tool) =>
      tool.type === 'namespace'
        ? (tool.tools ?? []).map(({ name }) => `${tool.name}${joint}${name}`)
        : (tool.name ?? []),
    ),
  }),
  *write(answer, body) {
    const event = (type: string, data: Body): readonly [string, unknown] => [type, { type, ...data }];
    const response = { id: newId('resp_'), object: 'response', created_at: 1, model: body.model };
    const output = items(answer);
    yield event('response.created', { response: { ...response, status: 'in_progress', output: [] } });
    for (const [index, item] of output.entries()) {
      yield event('response.output_item.added', { output_index: index, item });
      yield event('response.output_item.done', { output_index: index, item });
    }
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    yield event('response.completed', { response: { ...response, status: 'completed', output, usage } });
  },
};

function readItem(item: Item): readonly Said[] {
  if (item.type === 'function_call_output') return [{ by: 'tool', text: outputText(item.output) }];
  if (item.type === 'function_call') return [{ by: 'model', text: '' }];
  if (item.type !== 'message') return [];
  const by = item.role === 'assistant' ? 'model' : item.role === 'user' ? 'user' : 'system';
  return [{ by, text: textOf(item.content) }];
}

function outputText(output: unknown): string {
  const text = textOf(output);
  return text || JSON.stringify(output);
}

function items(answer: Answer): readonly Body[] {
  if ('text' in answer) {
    const content = [{ type: 'output_text', text: answer.text, annotations: [] }];
    return [{ type: 'message', id: newId('msg_'), role: 'assistant', status: 'completed', content }];
  }
  return answer.calls.map(({ tool, input }) => {
    const [namespace, name] = tool.includes(joint) ? tool.split(joint) : [undefined, tool];
    return {
      type: 'function_call',
      id: newId('fc_'),
      call_id: newId('call_'),
      name,
      ...(namespace && { namespace }),
      arguments: JSON.stringify(input),
    };
  });
}

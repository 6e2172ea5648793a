import {
  type Answer,
  type Body,
  type Dialect,
  list,
  newId,
  type Said,
  SEAL,
  type ToolCall,
  textOf,
  tokens,
} from './types.ts';

type Item = {
  readonly type?: string;
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
    for (const [output_index, { begun, deltas, item }] of output.entries()) {
      yield event('response.output_item.added', { output_index, item: begun });
      for (const [type, data] of deltas) yield event(type, { output_index, item_id: item.id, ...data });
      yield event('response.output_item.done', { output_index, item });
    }
    const end = answer.isTooLong
      ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
      : { status: 'completed' };
    yield event(`response.${end.status}`, {
      response: { ...response, ...end, output: output.map(({ item }) => item), usage },
    });
  },
};

function readItem(item: Item): readonly Said[] {
  if (item.type === 'function_call_output') return [{ by: 'tool', text: outputText(item.output) }];
  if (item.type === 'function_call') return [{ by: 'model', text: '' }];
  if ((item.type ?? 'message') !== 'message') return [];
  const by = item.role === 'assistant' ? 'model' : item.role === 'user' ? 'user' : 'system';
  return [{ by, text: textOf(item.content) }];
}

function outputText(output: unknown): string {
  const text = textOf(output);
  return text || JSON.stringify(output);
}

const usage = {
  input_tokens: tokens.input,
  input_tokens_details: { cached_tokens: tokens.cached },
  output_tokens: tokens.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: tokens.input + tokens.output,
};

type Streamed = {
  readonly begun: Body;
  readonly deltas: readonly (readonly [string, Body])[];
  readonly item: Body;
};

function items({ thought, pieces, calls }: Answer): readonly Streamed[] {
  return [
    ...(thought ? [reasoning(thought)] : []),
    ...(pieces.length > 0 ? [message(pieces)] : []),
    ...calls.map(call),
  ];
}

function reasoning(text: string): Streamed {
  const begun = { type: 'reasoning', id: newId('rs_'), summary: [], encrypted_content: null };
  const summary = [{ type: 'summary_text', text }];
  return {
    begun,
    deltas: [
      [
        'response.reasoning_summary_part.added',
        { summary_index: 0, part: { type: 'summary_text', text: '' } },
      ],
      ['response.reasoning_summary_text.delta', { summary_index: 0, delta: text }],
      ['response.reasoning_summary_part.done', { summary_index: 0, part: { type: 'summary_text', text } }],
    ],
    item: { ...begun, summary, encrypted_content: SEAL },
  };
}

function message(pieces: readonly string[]): Streamed {
  const begun = { type: 'message', id: newId('msg_'), role: 'assistant', status: 'in_progress', content: [] };
  const content = [{ type: 'output_text', text: pieces.join(''), annotations: [] }];
  return {
    begun,
    deltas: pieces.map((delta) => ['response.output_text.delta', { content_index: 0, delta }]),
    item: { ...begun, status: 'completed', content },
  };
}

function call({ tool, input }: ToolCall): Streamed {
  const [namespace, name] = tool.includes(joint) ? tool.split(joint) : [undefined, tool];
  const begun = {
    type: 'function_call',
    id: newId('fc_'),
    call_id: newId('call_'),
    name,
    ...(namespace && { namespace }),
    arguments: '',
  };
  return { begun, deltas: [], item: { ...begun, status: 'completed', arguments: JSON.stringify(input) } };
}

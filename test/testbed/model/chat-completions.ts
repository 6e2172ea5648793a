import { type Answer, type Body, type Dialect, list, newId, type Said, textOf } from './types.ts';

type Message = { readonly role: string; readonly content?: unknown };
type Tool = { readonly function?: { readonly name: string } };

const speakers: Readonly<Record<string, Said['by']>> = { assistant: 'model', user: 'user', tool: 'tool' };

/** OpenAI's chat completions, as opencode's OpenAI-compatible providers ask. */
export const chatCompletions: Dialect = {
  path: /\/chat\/completions$/,
  read: (body) => ({
    said: list<Message>(body.messages).map(({ role, content }) => ({
      by: speakers[role] ?? 'system',
      text: textOf(content),
    })),
    tools: list<Tool>(body.tools).flatMap((tool) => tool.function?.name ?? []),
  }),
  *write(answer, body) {
    const chunk = (delta: object, finish: string | null): readonly [string, unknown] => [
      '',
      {
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: body.model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(finish && { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } }),
      },
    ];
    yield chunk({ role: 'assistant', ...delta(answer) }, null);
    yield chunk({}, 'calls' in answer ? 'tool_calls' : 'stop');
    yield ['', '[DONE]'];
  },
};

function delta(answer: Answer): Body {
  if ('text' in answer) return { content: answer.text };
  return {
    tool_calls: answer.calls.map(({ tool, input }, index) => ({
      index,
      id: newId('call_'),
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    })),
  };
}

import type { Model, ModelMessage, ModelRequest, ModelStep, Text } from '../../../src/agent/model.ts';

/** What a scripted model does next: calls `[tool, input]`, or says something. */
export type Reply = string | readonly (readonly [tool: string, input: unknown])[];

/** A model that answers by what it is shown alone, so that it answers the same in every life. */
export function scriptedModel(answer: (request: ModelRequest) => Reply | Promise<Reply>): Model {
  return {
    name: 'test/scripted',
    costOf: () => 0.001,
    async step(request, { onText }): Promise<ModelStep> {
      const reply = await answer(request);
      const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 1 };
      if (typeof reply === 'string') {
        onText(reply);
        return { content: [{ type: 'text', text: reply }], finish: 'said', usage };
      }
      const content = reply.map(([tool, input], index) => ({
        type: 'call' as const,
        id: request.callId(index),
        tool,
        input,
      }));
      return { content, finish: 'calls', usage };
    },
  };
}

export function lastOf(request: ModelRequest): ModelMessage | undefined {
  return request.messages.at(-1);
}

export function textOf(message: ModelMessage | undefined): string {
  const parts = message?.content.filter((part): part is Text => part.type === 'text') ?? [];
  return parts.map(({ text }) => text).join('\n');
}

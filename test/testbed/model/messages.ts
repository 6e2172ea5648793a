import {
  type Answer,
  type Body,
  type Dialect,
  list,
  newId,
  type Said,
  SEAL,
  textOf,
  tokens,
} from './types.ts';

type Message = { readonly role: string; readonly content: unknown };
type Block = { readonly type: string; readonly content?: unknown };

/** Anthropic's messages, as Claude Code asks. */
export const messages: Dialect = {
  path: /\/v1\/messages$/,
  read: (body) => ({
    said: [
      { by: 'system', text: textOf(body.system) },
      ...list<Message>(body.messages).flatMap(({ role, content }) => readMessage(role, content)),
    ],
    tools: list<{ readonly name: string }>(body.tools).map(({ name }) => name),
  }),
  *write(answer, body) {
    const event = (type: string, data: Body): readonly [string, unknown] => [type, { type, ...data }];
    const message = { id: newId('msg_'), type: 'message', role: 'assistant', model: body.model };
    const usage = {
      input_tokens: tokens.input - tokens.cached,
      cache_read_input_tokens: tokens.cached,
      output_tokens: tokens.output,
    };
    yield event('message_start', {
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
    });
    for (const [index, { start, deltas }] of blocks(answer).entries()) {
      yield event('content_block_start', { index, content_block: start });
      for (const delta of deltas) yield event('content_block_delta', { index, delta });
      yield event('content_block_stop', { index });
    }
    const reason = answer.isTooLong ? 'max_tokens' : answer.calls.length > 0 ? 'tool_use' : 'end_turn';
    yield event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage });
    yield event('message_stop', {});
  },
};

/** Results of tools come as blocks of a user's message. */
function readMessage(role: string, content: unknown): readonly Said[] {
  if (role === 'assistant') return [{ by: 'model', text: textOf(content) }];
  if (role !== 'user') return [{ by: 'system', text: textOf(content) }];
  if (typeof content === 'string') return [{ by: 'user', text: content }];
  return list<Block>(content).map((block) =>
    block.type === 'tool_result'
      ? { by: 'tool', text: textOf(block.content) }
      : { by: 'user', text: textOf([block]) },
  );
}

type Streamed = { readonly start: Body; readonly deltas: readonly Body[] };

function blocks({ thought, pieces, calls }: Answer): readonly Streamed[] {
  const thinking = {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      { type: 'thinking_delta', thinking: thought },
      { type: 'signature_delta', signature: SEAL },
    ],
  };
  const text = {
    start: { type: 'text', text: '' },
    deltas: pieces.map((piece) => ({ type: 'text_delta', text: piece })),
  };
  return [
    ...(thought ? [thinking] : []),
    ...(pieces.length > 0 ? [text] : []),
    ...calls.map(({ tool, input }) => ({
      start: { type: 'tool_use', id: newId('toolu_'), name: tool, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    })),
  ];
}

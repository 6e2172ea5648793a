import * as z from 'zod/mini';
import type { Figures } from '../../acp/acp-runner.ts';
import type { Fields } from '../../acp/peer.ts';

const count = z.catch(z.number(), 0);
const quota = z.object({
  _meta: z.object({
    quota: z.object({ token_count: z.object({ input_tokens: count, output_tokens: count }) }),
  }),
});
const answer = z.object({
  id: z.string(),
  type: z.literal('gemini'),
  tokens: z.object({}),
  model: z.string(),
});

/** From its answers to prompts, and from its record of the chat, a line for each change of a message. It tells no cost. */
export function figuresOf(chat: string, answers: readonly Fields[]): Figures {
  const used = answers.flatMap((one) => quota.safeParse(one).data?._meta.quota.token_count ?? []);
  const asked = new Map(chat.split('\n').flatMap(readAnswer));
  const model = [...asked.values()].at(-1);
  return {
    ...(asked.size > 0 && { apiCalls: asked.size }),
    ...(model !== undefined && { model }),
    ...(used.length > 0 && {
      inputTokens: used.reduce((sum, { input_tokens }) => sum + input_tokens, 0),
      outputTokens: used.reduce((sum, { output_tokens }) => sum + output_tokens, 0),
    }),
  };
}

function readAnswer(line: string): (readonly [id: string, model: string])[] {
  try {
    const { id, model } = answer.parse(JSON.parse(line));
    return [[id, model]];
  } catch {
    return [];
  }
}

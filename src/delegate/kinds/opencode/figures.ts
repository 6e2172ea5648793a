import * as z from 'zod/mini';
import type { Figures } from '../../acp/acp-runner.ts';

const message = z.object({
  role: z.literal('assistant'),
  modelID: z.string(),
  providerID: z.string(),
  cost: z.catch(z.number(), 0),
  tokens: z.object({
    input: z.catch(z.number(), 0),
    output: z.catch(z.number(), 0),
    reasoning: z.catch(z.number(), 0),
    cache: z.object({ read: z.catch(z.number(), 0), write: z.catch(z.number(), 0) }),
  }),
});

const exported = z.object({ messages: z.array(z.object({ info: z.unknown() })) });

/** What `opencode export` tells: one message of the assistant is one request to its model. */
export function figuresOf(text: string): Figures {
  const parsed = exported.safeParse(parse(text));
  if (!parsed.success) return {};
  const answers = parsed.data.messages.flatMap(({ info }) => message.safeParse(info).data ?? []);
  const last = answers.at(-1);
  if (!last) return {};
  const sum = (of: (one: (typeof answers)[number]) => number): number =>
    answers.reduce((total, one) => total + of(one), 0);
  return {
    apiCalls: answers.length,
    cost: sum(({ cost }) => cost),
    inputTokens: sum(({ tokens: { input, cache } }) => input + cache.read + cache.write),
    outputTokens: sum(({ tokens: { output, reasoning } }) => output + reasoning),
    model: `${last.providerID}/${last.modelID}`,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { type Answer, type Body, type Dialect, list, type Said } from './types.ts';

type Part = {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: object;
  readonly functionResponse?: { readonly response?: Body };
};
type Content = { readonly role?: string; readonly parts?: readonly Part[] };
type Tools = { readonly functionDeclarations?: readonly { readonly name: string }[] };

/** Google's generateContent, streamed, as the Gemini CLI asks. */
export const generateContent: Dialect = {
  path: /:streamGenerateContent$/,
  read: (body) => ({
    said: [
      ...readContent({ ...(body.systemInstruction as Content), role: 'system' }),
      ...list<Content>(body.contents).flatMap(readContent),
    ],
    tools: list<Tools>(body.tools).flatMap((tool) =>
      (tool.functionDeclarations ?? []).map(({ name }) => name),
    ),
  }),
  *write(answer) {
    yield ['', generated(answer)];
  },
};

/** The same at once, for what it asks besides. */
export function generated(answer: Answer): object {
  const parts =
    'text' in answer
      ? [{ text: answer.text }]
      : answer.calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } }));
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
}

/** Results of tools are parts of a user's content. */
function readContent({ role, parts = [] }: Content): Said[] {
  const by = role === 'model' || role === 'system' ? role : 'user';
  return parts.map(({ text = '', functionResponse }) =>
    functionResponse ? { by: 'tool', text: resultText(functionResponse.response) } : { by, text },
  );
}

/** What comes from outside stands between tags that say so. */
function resultText(response: Body = {}): string {
  const { output } = response;
  if (typeof output !== 'string') return JSON.stringify(response);
  return output.replaceAll(/<\/?untrusted_context>/g, '').trim();
}

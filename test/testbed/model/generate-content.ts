import { type Answer, type Body, type Dialect, list, type Said, SEAL, tokens } from './types.ts';

type Part = {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
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
    const parts = partsOf(answer);
    for (const part of parts.slice(0, -1)) yield ['', chunk([part])];
    yield ['', ended(parts.slice(-1), answer)];
  },
};

/** The same at once, for what it asks besides. */
export const generated = (answer: Answer): object => ended(partsOf(answer), answer);

function partsOf({ thought, pieces, calls }: Answer): readonly Part[] {
  const seal = thought && { thoughtSignature: SEAL };
  return [
    ...(thought ? [{ text: thought, thought: true }] : []),
    ...pieces.map((text) => ({ text })),
    ...calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input }, ...seal })),
  ];
}

const chunk = (parts: readonly Part[], finish?: object) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...finish }],
});

const ended = (parts: readonly Part[], { isTooLong }: Answer) => ({
  ...chunk(parts, { finishReason: isTooLong ? 'MAX_TOKENS' : 'STOP' }),
  usageMetadata: {
    promptTokenCount: tokens.input,
    cachedContentTokenCount: tokens.cached,
    candidatesTokenCount: tokens.output,
    totalTokenCount: tokens.input + tokens.output,
  },
});

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

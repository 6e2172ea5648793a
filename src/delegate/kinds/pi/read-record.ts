import * as z from 'zod/mini';

export type Fields = Readonly<Record<string, unknown>>;

const count = z.catch(z.number(), 0);
const fields = z.catch(z.record(z.string(), z.unknown()), {});
const text = z.catch(z.string(), '');

const usage = z.object({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  cost: z.object({ total: count }),
});

const assistant = z.object({
  role: z.literal('assistant'),
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
  provider: text,
  model: text,
  stopReason: z.string(),
  errorMessage: z.optional(z.string()),
  usage,
});
/** One answer of its model. */
export type Answer = z.output<typeof assistant>;

const record = z.discriminatedUnion('type', [
  z.object({ type: z.literal('response'), id: z.optional(z.string()), success: z.boolean(), error: text }),
  z.object({ type: z.literal('agent_settled') }),
  z.object({ type: z.literal('message_end'), message: z.unknown() }),
  z.object({ type: z.literal('message_update') }),
  z.object({
    type: z.literal('tool_execution_start'),
    toolCallId: z.string(),
    toolName: z.string(),
    args: fields,
  }),
  z.object({ type: z.literal('tool_execution_update') }),
  z.object({
    type: z.literal('tool_execution_end'),
    toolCallId: z.string(),
    isError: z.catch(z.boolean(), false),
  }),
  z.object({
    type: z.literal('extension_ui_request'),
    id: z.string(),
    method: z.string(),
    title: text,
    placeholder: text,
  }),
]);
export type PiRecord = z.output<typeof record>;

/** A line of `pi --mode rpc`; undefined: it says nothing that matters here. */
export function readRecord(line: string): PiRecord | undefined {
  try {
    return record.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Of messages only the model's count. */
export function readAnswer(message: unknown): Answer | undefined {
  return assistant.safeParse(message).data;
}

export function textOf({ content }: Answer): string {
  return content
    .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
    .join('')
    .trim();
}

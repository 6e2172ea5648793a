import * as z from 'zod/mini';
import type { Call } from './our-call.ts';

/** What a line of `claude -p --output-format stream-json` says, as far as it matters here. */
export type Event =
  /** It has taken up what was sent under this id. */
  | { readonly kind: 'heard'; readonly id: string }
  | { readonly kind: 'said'; readonly text: string; readonly isInner: boolean }
  /** A request to the model was answered, or begins to be. */
  | { readonly kind: 'asked-model'; readonly id: string; readonly model: string }
  | ({ readonly kind: 'call'; readonly id: string } & Call)
  | { readonly kind: 'answered'; readonly id: string; readonly isError: boolean }
  /** May it? `before`: asked for every call; `unsure`: where its own rules do not decide. */
  | ({
      readonly kind: 'permission';
      readonly id: string;
      readonly when: 'before' | 'unsure';
      /** Where it is, as far as it says so. */
      readonly folder?: string | undefined;
    } & Call)
  /** Something else that wants an answer, and gets none. */
  | { readonly kind: 'request'; readonly id: string; readonly about: string }
  | { readonly kind: 'not-logged-in' }
  /** What still runs while its turn is over. */
  | { readonly kind: 'background'; readonly tasks: readonly Task[] }
  | ({ readonly kind: 'result' } & Result)
  | { readonly kind: 'alive' };

export type Task = { readonly type: string; readonly about: string };

/** Of one turn; cost and tokens are those of all so far. */
export type Result = {
  readonly isError: boolean;
  readonly text: string;
  readonly cost?: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
};

const input = z._default(z.record(z.string(), z.unknown()), {});
const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    is_error: z.nullish(z.boolean()),
  }),
  z.pipe(
    z.unknown(),
    z.transform(() => ({ type: 'other' as const })),
  ),
]);
const content = z.catch(z.array(block), []);
const answer = z.object({ id: z.string(), model: z.string() });
const usage = z.object({
  inputTokens: z._default(z.number(), 0),
  outputTokens: z._default(z.number(), 0),
  cacheReadInputTokens: z._default(z.number(), 0),
  cacheCreationInputTokens: z._default(z.number(), 0),
});

const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('assistant'),
    message: z.extend(answer, { content }),
    parent_tool_use_id: z.nullish(z.string()),
    error: z.nullish(z.string()),
  }),
  z.object({
    type: z.literal('user'),
    message: z.object({ content }),
    uuid: z.optional(z.string()),
    isReplay: z.optional(z.boolean()),
  }),
  z.object({
    type: z.literal('stream_event'),
    event: z.object({ type: z.string(), message: z.optional(answer) }),
  }),
  z.object({
    type: z.literal('control_request'),
    request_id: z.string(),
    request: z.object({
      subtype: z.string(),
      tool_name: z.optional(z.string()),
      input: z.catch(input, {}),
    }),
  }),
  z.object({
    type: z.literal('system'),
    subtype: z.string(),
    tasks: z.optional(z.array(z.object({ task_type: z.string(), description: z._default(z.string(), '') }))),
  }),
  z.object({
    type: z.literal('result'),
    subtype: z.string(),
    is_error: z._default(z.boolean(), false),
    result: z.optional(z.string()),
    errors: z.optional(z.array(z.string())),
    total_cost_usd: z.optional(z.number()),
    modelUsage: z.catch(z.record(z.string(), usage), {}),
  }),
]);

type Line = z.output<typeof line>;
type Of<Type extends Line['type']> = Extract<Line, { type: Type }>;

const hook = z.object({ tool_name: z.string(), tool_input: input, cwd: z.optional(z.string()) });

/** Made up by Claude Code where no model answered. */
const NO_MODEL = '<synthetic>';

/** What is no message of it, or one of a kind that is not known, says nothing. */
export function readLine(text: string): readonly Event[] {
  const parsed = line.safeParse(parse(text));
  if (!parsed.success) return [];
  const { data } = parsed;
  switch (data.type) {
    case 'assistant':
      return fromAssistant(data);
    case 'user':
      return fromUser(data);
    case 'stream_event':
      return fromStream(data);
    case 'control_request':
      return [fromRequest(data)];
    case 'system':
      return fromSystem(data);
    case 'result':
      return [{ kind: 'result', ...toResult(data) }];
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromAssistant({ message, parent_tool_use_id, error }: Of<'assistant'>): readonly Event[] {
  const { id, model } = message;
  if (error === 'authentication_failed') return [{ kind: 'not-logged-in' }];
  if (model === NO_MODEL) return [{ kind: 'alive' }];
  const isInner = typeof parent_tool_use_id === 'string';
  return [
    { kind: 'asked-model', id, model },
    ...message.content.flatMap((part): readonly Event[] => {
      if (part.type === 'text') return [{ kind: 'said', text: part.text, isInner }];
      if (part.type === 'tool_use')
        return [{ kind: 'call', id: part.id, tool: part.name, input: part.input }];
      return [];
    }),
  ];
}

function fromUser({ message, uuid, isReplay }: Of<'user'>): readonly Event[] {
  if (isReplay && uuid !== undefined) return [{ kind: 'heard', id: uuid }];
  return message.content.flatMap((part): readonly Event[] =>
    part.type === 'tool_result'
      ? [{ kind: 'answered', id: part.tool_use_id, isError: part.is_error === true }]
      : [],
  );
}

/** Pings come also from a model that hangs. */
function fromStream({ event }: Of<'stream_event'>): readonly Event[] {
  if (event.type === 'ping') return [];
  return event.message ? [{ kind: 'asked-model', ...event.message }] : [{ kind: 'alive' }];
}

function fromRequest({ request_id: id, request }: Of<'control_request'>): Event {
  const { subtype, tool_name: tool, input } = request;
  if (subtype === 'can_use_tool' && tool !== undefined)
    return { kind: 'permission', id, when: 'unsure', tool, input };
  const asked = subtype === 'hook_callback' ? hook.safeParse(input) : undefined;
  if (!asked?.success) return { kind: 'request', id, about: subtype };
  const { tool_name, tool_input, cwd: folder } = asked.data;
  return { kind: 'permission', id, when: 'before', tool: tool_name, input: tool_input, folder };
}

const SIGNS_OF_LIFE: readonly string[] = ['init', 'api_retry', 'task_progress', 'compact_boundary'];

function fromSystem({ subtype, tasks }: Of<'system'>): readonly Event[] {
  if (subtype === 'background_tasks_changed' && tasks)
    return [
      {
        kind: 'background',
        tasks: tasks.map(({ task_type: type, description: about }) => ({ type, about })),
      },
    ];
  return SIGNS_OF_LIFE.includes(subtype) ? [{ kind: 'alive' }] : [];
}

function toResult({ is_error, subtype, result, errors, total_cost_usd, modelUsage }: Of<'result'>): Result {
  const used = Object.values(modelUsage);
  const sum = (count: (one: (typeof used)[number]) => number): number =>
    used.reduce((total, one) => total + count(one), 0);
  return {
    isError: is_error,
    text: result ?? errors?.join('\n') ?? subtype,
    cost: total_cost_usd,
    inputTokens: sum((one) => one.inputTokens + one.cacheReadInputTokens + one.cacheCreationInputTokens),
    outputTokens: sum((one) => one.outputTokens),
  };
}

import { failpoint } from '../base/failpoint.ts';
import { CHARACTERS_PER_TOKEN, isLong } from './compaction/cut.ts';
import { recallTool } from './compaction/recall.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { goalTool } from './goal/tool.ts';
import { callId, stepId } from './ids.ts';
import { messageOf } from './message-of.ts';
import { ModelError, type ModelRequest, type ModelStep } from './model.ts';
import { sleepUntil } from './pause.ts';
import type { Tool } from './tool.ts';

export type Question = {
  readonly conversation: string;
  readonly turn: number;
  /** Of a step that was asked before. */
  readonly position: number | undefined;
  /** Not before. */
  readonly at: number;
  /** How often the model said that it cannot answer now. */
  readonly troubles: number;
};

/** Asks for one step, and stores what is said. */
export async function askModel(
  { conversation, turn, position: before, at, troubles }: Question,
  options: ConversationOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, model, instructions } = options;
  await sleepUntil(at, signal);
  if (signal.aborted) return;
  const refusal = options.refusal?.();
  if (refusal !== undefined) return store.fail(turn, refusal);
  const tools = await toolsOf(conversation, options, signal);
  if (signal.aborted) return;
  const position = store.ask(conversation, turn, model.name, before);
  failpoint('agent:asking');
  const request = {
    instructions: instructions(),
    messages: store.history(conversation),
    tools,
    callId: (index: number) => callId(conversation, position, index),
  };
  let heard = 0;
  const onText = (text: string) => {
    heard += text.length;
    options.onText?.(stepId(conversation, position), text);
  };
  let step: ModelStep;
  try {
    step = await model.step(request, { signal, onText });
  } catch (error) {
    if (heard > 0) countBrokenOff(conversation, position, request, heard, options);
    if (signal.aborted) return;
    return handleTrouble({ conversation, turn, position, at, troubles }, error, options);
  }
  if (signal.aborted) return;
  failpoint('agent:heard');
  const { inputTokens, outputTokens } = step.usage;
  const long = isLong(inputTokens + outputTokens, model.contextTokens);
  store.said(conversation, position, step, model.costOf(step.usage), long);
  failpoint('agent:said');
}

/** Besides the given ones: its goal, and where a summary stands for something, its exact words. */
export async function toolsOf(
  conversation: string,
  { store, tools, goalBounds }: ConversationOptions,
  signal: AbortSignal,
): Promise<readonly Tool[]> {
  return [
    ...(await tools(signal)),
    ...(goalBounds ? [goalTool(store, conversation, goalBounds)] : []),
    ...(store.lastSummary(conversation) ? [recallTool(store, conversation)] : []),
  ];
}

/** What was said in part costs too; how much is known only roughly. */
function countBrokenOff(
  conversation: string,
  position: number,
  { messages }: Pick<ModelRequest, 'messages'>,
  heard: number,
  { store, model }: ConversationOptions,
): void {
  const last = store.lastUsage(conversation);
  const usage = {
    inputTokens: last
      ? last.inputTokens + last.outputTokens
      : Math.ceil(JSON.stringify(messages).length / CHARACTERS_PER_TOKEN),
    cachedTokens: last?.cachedTokens ?? 0,
    outputTokens: Math.ceil(heard / CHARACTERS_PER_TOKEN),
  };
  store.spent(conversation, position, usage, model.costOf(usage));
}

function handleTrouble(
  { conversation, turn, position, troubles }: Question & { readonly position: number },
  error: unknown,
  { store, retryAt, onTrouble }: ConversationOptions,
): void {
  if (error instanceof ModelError && error.trouble === 'too_long') {
    store.tooLong(conversation, position);
    return;
  }
  const mayRepeat = error instanceof ModelError && error.trouble === 'again';
  const at = mayRepeat ? retryAt(error, troubles) : undefined;
  if (at === undefined) {
    store.fail(turn, messageOf(error));
    return;
  }
  store.putOff(conversation, position, at);
  onTrouble?.(messageOf(error), at);
}

import { failpoint } from '../../base/failpoint.ts';
import { transcript } from '../compaction/transcript.ts';
import type { ConversationOptions } from '../conversation-options.ts';
import { callId } from '../ids.ts';
import { messageOf } from '../message-of.ts';
import { ModelError, type ModelStep } from '../model.ts';
import { sleepUntil } from '../pause.ts';
import type { GoalView } from '../store/goal.ts';
import { judgeInstructions, judgeQuestion } from './judge-words.ts';
import { readVerdict, verdictTool } from './verdict.ts';

/** How much of the conversation a judge sees, in characters. */
const SEEN_CHARACTERS = 24_000;
const SEEN_ENTRIES = 60;

/** Asks the judge of a goal, and stores what it says. One that was asked before is asked again under the same id. */
export async function judge(
  conversation: string,
  judging: GoalView['judging'],
  options: ConversationOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, model, surroundings } = options;
  await sleepUntil(judging?.askAt ?? 0, signal);
  const goal = store.goals.get(conversation);
  if (signal.aborted || !goal) return;
  const refusal = options.refusal?.();
  if (refusal !== undefined) return void store.goals.change(conversation, 'pause', refusal);
  const processes = (await surroundings?.processes()) ?? [];
  const wakeUps = (await surroundings?.wakeUps()) ?? [];
  if (signal.aborted) return;
  const position = judging?.position ?? store.goals.askJudge(conversation, model.name);
  if (judging) store.ask(conversation, 0, model.name, position);
  failpoint('goal:judging');
  const text = judgeQuestion({ goal: goal.text, said: lastPart(conversation, options), processes, wakeUps });
  const request = {
    instructions: judgeInstructions,
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
    tools: [verdictTool],
    callId: (index: number) => callId(conversation, position, index),
  };
  let step: ModelStep;
  try {
    step = await model.step(request, { signal, onText() {} });
  } catch (error) {
    if (!signal.aborted) handleTrouble(conversation, position, judging?.troubles ?? 0, error, options);
    return;
  }
  if (signal.aborted) return;
  failpoint('goal:heard');
  const verdict = readVerdict(step, Date.now());
  store.goals.judged(conversation, position, { verdict, step, cost: model.costOf(step.usage) });
  failpoint('goal:judged');
}

function lastPart(conversation: string, { store }: ConversationOptions): string {
  const summary = store.lastSummary(conversation);
  const entries = store.entries(conversation, summary?.covers).slice(-SEEN_ENTRIES);
  const before = summary
    ? `SUMMARY OF WHAT CAME BEFORE: ${summary.content.map((part) => part.text).join('\n')}\n\n`
    : '';
  return before.slice(0, SEEN_CHARACTERS / 2).toWellFormed() + transcript(entries, SEEN_CHARACTERS);
}

/** What cannot be judged does not go on by itself. */
function handleTrouble(
  conversation: string,
  position: number,
  troubles: number,
  error: unknown,
  { store, retryAt, onTrouble }: ConversationOptions,
): void {
  const mayRepeat = error instanceof ModelError && error.trouble === 'again';
  const at = mayRepeat ? retryAt(error, troubles) : undefined;
  onTrouble?.(messageOf(error), at ?? Date.now());
  if (at !== undefined) store.putOff(conversation, position, at);
  else store.goals.change(conversation, 'pause', `The judge could not be asked: ${messageOf(error)}`);
}

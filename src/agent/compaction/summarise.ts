import { failpoint } from '../../base/failpoint.ts';
import { callId } from '../ids.ts';
import { type Model, ModelError, type ModelStep } from '../model.ts';
import { sleepUntil } from '../pause.ts';
import type { Compaction } from '../store/compaction.ts';
import type { Entry } from '../store/entries.ts';
import type { Store } from '../store/store.ts';
import type { SummaryView } from '../store/view.ts';
import { CHARACTERS_PER_TOKEN, chooseCut, sum, tokensOf } from './cut.ts';
import { transcript } from './transcript.ts';
import { summaryContent, summaryInstructions, tooLong } from './words.ts';

/** How much of what a model takes it is given to summarise; half of that when it is too much, and so on. */
const GIVEN = 0.6;
const MOST_HALVINGS = 3;

export type SummariseOptions = {
  readonly store: Store;
  readonly model: Model;
  refusal?(): string | undefined;
  retryAt(error: ModelError, troubles: number): number | undefined;
  onTrouble?(message: string, at: number): void;
  /** What the conversation has started and has not ended, a line each. */
  running?(): Promise<readonly string[]>;
};

export type ToSummarise = {
  readonly conversation: string;
  readonly turn: number;
  readonly why: Compaction;
  /** One that was asked for before. */
  readonly summary: SummaryView | undefined;
};

/** Asks the model for a summary of the older part, and stores it. */
export async function summarise(
  wanted: ToSummarise,
  options: SummariseOptions,
  signal: AbortSignal,
): Promise<void> {
  const { conversation, turn, summary } = wanted;
  const { store, model } = options;
  await sleepUntil(summary?.askAt ?? 0, signal);
  if (signal.aborted) return;
  const before = store.lastSummary(conversation);
  const since = store.entries(conversation, before?.covers);
  const covers = summary?.covers ?? chooseCut(since, model.contextTokens);
  if (covers === undefined) return goOnWithout(wanted, store, tooLong);
  const refusal = options.refusal?.();
  if (refusal !== undefined) return store.fail(turn, refusal);
  const running = (await options.running?.()) ?? [];
  const position = summary?.position ?? store.askSummary(conversation, turn, model.name, covers);
  if (summary) store.ask(conversation, turn, model.name, position);
  failpoint('agent:summarising');
  const older = since.filter((entry) => entry.position <= covers);
  const text = [
    ...(before
      ? [`THE SUMMARY OF WHAT CAME BEFORE:\n${before.content.map((part) => part.text).join('\n')}`]
      : []),
    transcript(older, roomFor(older, model.contextTokens, summary?.troubles ?? 0)),
  ].join('\n\n');
  const request = {
    instructions: summaryInstructions,
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
    tools: [],
    callId: (index: number) => callId(conversation, position, index),
  };
  try {
    const step = await model.step(request, { signal, onText() {} });
    if (signal.aborted) return;
    const content = summaryContent(wordsOf(step), running);
    store.summarised(conversation, position, { ...step, content }, model.costOf(step.usage));
    failpoint('agent:summarised');
  } catch (error) {
    if (!signal.aborted) handleTrouble({ ...wanted, position }, error, options);
  }
}

/** Where it is only long, it goes on as it is. Where the model or a person wants it shorter, that has failed. */
export function goOnWithout(
  { conversation, turn, why, summary }: ToSummarise,
  store: Store,
  reason: string,
): void {
  store.forgetCompaction(conversation, summary?.position);
  // A person who asks for it where there is nothing to summarise has what they want.
  if (why === 'needed' || (why === 'asked' && summary)) store.fail(turn, reason);
}

function handleTrouble(
  wanted: ToSummarise & { readonly position: number },
  error: unknown,
  { store, retryAt, onTrouble }: SummariseOptions,
): void {
  const { conversation, position } = wanted;
  const summary = store.view(conversation).summary;
  const troubles = summary?.troubles ?? 0;
  const trouble = error instanceof ModelError ? error : undefined;
  const message = error instanceof Error ? error.message : String(error);
  const at = whenAgain(trouble, troubles, retryAt);
  if (trouble?.trouble !== 'too_long') onTrouble?.(message, at ?? Date.now());
  if (at === undefined) goOnWithout({ ...wanted, summary }, store, message);
  else store.putOff(conversation, position, at);
}

/** What was too long is asked at once, of less. */
function whenAgain(
  trouble: ModelError | undefined,
  troubles: number,
  retryAt: SummariseOptions['retryAt'],
): number | undefined {
  if (trouble?.trouble === 'too_long') return troubles < MOST_HALVINGS ? 0 : undefined;
  return trouble?.trouble === 'again' ? retryAt(trouble, troubles) : undefined;
}

/** In characters. */
function roomFor(older: readonly Entry[], contextTokens: number | undefined, halvings: number): number {
  const tokens = contextTokens ?? sum(older.map(tokensOf));
  return (GIVEN * CHARACTERS_PER_TOKEN * tokens) / 2 ** halvings;
}

function wordsOf({ content, finish }: ModelStep): string {
  const words = content
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('')
    .trim();
  if (words === '' || finish === 'refused') throw new ModelError('never', 'The model wrote no summary.');
  return words;
}

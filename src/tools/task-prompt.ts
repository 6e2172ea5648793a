import type { ProcessSnapshot } from '../engine/types.ts';
import type { PromptAnswer, WireTaskPrompt } from '../wire/tool.ts';
import type { ToolServices } from './context.ts';

type PromptServices = Pick<ToolServices, 'engine' | 'notifier'>;

const LONGEST_TEXT = 500;

/** The question at which the process of a task waits, for the person who started it (promise 19). */
export function taskPrompt({ engine, notifier }: PromptServices, process: ProcessSnapshot) {
  const prompt = engine.promptOf(process.id);
  const told = prompt && notifier.prompts.told(process.id, prompt.id);
  if (!told) return undefined;
  const { prompt_id: id, program, evidence, hidden, waiting_since } = told;
  return {
    id,
    text: told.prompt.slice(0, LONGEST_TEXT).toWellFormed(),
    program,
    evidence,
    hidden,
    since: new Date(waiting_since).toISOString(),
    is_open: !hidden && !notifier.prompts.isSettled(process.id, id),
  } satisfies WireTaskPrompt;
}

/** One sentence for people, which also those read whose client shows no forms. */
export function describePrompt(id: string, { program, evidence, hidden, text }: WireTaskPrompt): string {
  const waits = evidence === 'certain' ? 'waits' : 'probably waits';
  const asks = hidden
    ? 'a password or another secret'
    : text === ''
      ? 'input'
      : `an answer to: ${text.trim()}`;
  return `${program} ${waits} for ${asks}. To answer: ringback attach ${id}`;
}

/** Typed before it is settled: after a crash in between it may be asked for again, but not typed again. */
export async function answerPrompt(
  { engine, notifier }: PromptServices,
  id: string,
  { prompt_id, action, answer = '' }: PromptAnswer,
): Promise<boolean> {
  const isTyped = action === 'accept' && (await engine.answerPrompt(id, prompt_id, answer));
  if (isTyped || action !== 'accept') notifier.prompts.settle(id, prompt_id);
  return isTyped;
}

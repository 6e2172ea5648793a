import { createHash } from 'node:crypto';
import { RingbackError } from '../base/errors.ts';
import type { Prompt } from '../keeper/prompt.ts';
import { askKeeper } from './ask-keeper.ts';
import type { Context } from './context.ts';
import { submit, type WriteTicket } from './write.ts';

/** Where a process waits for somebody to type, as its keeper said last. */
export function promptOf(context: Context, id: string): Prompt | undefined {
  return context.live.get(id)?.prompt;
}

/**
 * Types an answer and Enter, once, however often it is asked to; false when nobody waits at that prompt any more. Its
 * keeper is asked: a daemon that has just started knows of no prompts yet.
 */
export async function answerPrompt(
  context: Context,
  id: string,
  promptId: string,
  text: string,
): Promise<boolean> {
  try {
    const status = await askKeeper(context, id, (keeper) => keeper.status());
    if (status?.prompt?.id !== promptId) return false;
    await submit(context, id, text, ticketOf(id, promptId));
    return true;
  } catch (error) {
    if (error instanceof RingbackError && (error.code === 'already_exited' || error.code === 'stdin_closed'))
      return false;
    throw error;
  }
}

/** The same for every try: its keeper types it once. */
function ticketOf(id: string, promptId: string): WriteTicket {
  const digest = createHash('sha256').update(`${id} ${promptId}`).digest();
  return { writer: digest.readBigUInt64LE(0), seq: 1n };
}

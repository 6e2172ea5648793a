import { userInfo } from 'node:os';
import { cleanText } from '../../../output/clean-text.ts';
import type { AnswerApproval, WireApproval } from '../../../wire/conversation.ts';
import type { SlashCommand, SlashContext } from './command.ts';

export const allow: SlashCommand = {
  takes: '[always]',
  does: 'let the call that waits be carried out, or also all like it',
  run: (context, word) => answerFirst(context, { answer: word === 'always' ? 'always' : 'allow' }),
};

export const deny: SlashCommand = {
  takes: '[WHY]',
  does: 'do not let it; the model is told why',
  run: (context, reason) => answerFirst(context, { answer: 'deny', ...(reason !== '' && { reason }) }),
};

/** Who answers, for those who are later. */
export function answerer(): string {
  return userInfo().username;
}

/** What to tell a person whose answer was not the first; undefined: it was. */
export function describeOther(given: WireApproval, { answer, by }: AnswerApproval): string | undefined {
  if (given.answer === answer && given.by === by) return undefined;
  return cleanText(`${given.by ?? 'Somebody'} was first: ${given.answer}.`);
}

async function answerFirst(
  { client, conversation, write }: SlashContext,
  given: Pick<AnswerApproval, 'answer' | 'reason'>,
): Promise<void> {
  const [first] = await client.conversations.approvals(conversation);
  if (!first) return write('Nothing waits for an answer.');
  const request = { call_id: first.call_id, by: answerer(), ...given };
  const other = describeOther(await client.conversations.answer(conversation, request), request);
  if (other !== undefined) write(other);
}

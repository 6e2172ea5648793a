import { userInfo } from 'node:os';
import { cleanText } from '../../../output/clean-text.ts';
import type { AnswerApproval, WireApproval } from '../../../wire/conversation.ts';
import type { SlashCommand, SlashContext } from './command.ts';

export const allow: SlashCommand = {
  takes: '[always]',
  does: 'let the call that waits be carried out, or also all like it',
  run: (context, word) => answerAsked(context, { answer: word === 'always' ? 'always' : 'allow' }),
};

export const deny: SlashCommand = {
  takes: '[WHY]',
  does: 'do not let it; the model is told why',
  run: (context, reason) => answerAsked(context, { answer: 'deny', ...(reason !== '' && { reason }) }),
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

/** What was shown, not what is the first by now: somebody else may have answered. */
async function answerAsked(
  { client, conversation, asked, write }: SlashContext,
  given: Pick<AnswerApproval, 'answer' | 'reason'>,
): Promise<void> {
  const call = asked();
  if (call === undefined) return write('You were not asked anything that waits for an answer.');
  const request = { call_id: call, by: answerer(), ...given };
  const other = describeOther(await client.conversations.answer(conversation, request), request);
  if (other !== undefined) write(other);
}

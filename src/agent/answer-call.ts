import { patternsFor } from './approval/judge.ts';
import type { Answer, Store } from './store/store.ts';

/** A person's answer, with what `always` stands for with this call. The first answer counts, and is given back. */
export function answerCall(
  store: Store,
  conversation: string,
  call: string,
  { answer, by, reason }: Answer,
): ReturnType<Store['answerApproval']> {
  const asked = store.approvals(conversation).find(({ id }) => id === call);
  const where = { folder: store.get(conversation)?.cwd ?? '/', shellFolder: store.shellFolder(conversation) };
  const patterns = asked ? patternsFor(asked.tool, asked.input, where) : [];
  return store.answerApproval(conversation, call, { answer, by, ...(reason && { reason }), patterns });
}

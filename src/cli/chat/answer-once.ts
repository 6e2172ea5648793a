import { randomUUID } from 'node:crypto';
import { type AgentOptions, openConversation } from '../../agent/open-agent.ts';
import type { Conversation } from '../../agent/store/store.ts';
import { tellUser, writeLine } from '../out.ts';
import { textOf } from './face.ts';

/** Says something, prints the last words of the answer, and leaves. It cannot hear later: what it starts it waits for. */
export async function answerOnce(
  conversation: Conversation,
  options: Omit<AgentOptions, 'hears'>,
  text: string,
): Promise<number> {
  const { store } = options;
  const { id } = conversation;
  const running = openConversation(conversation, {
    ...options,
    hears: false,
    onChange() {
      const { turn, queued } = store.view(id);
      if (turn === undefined && queued.person === 0) running.close();
    },
  });
  process.once('SIGINT', () => running.stop());
  await running.send(randomUUID(), text);
  await running.run();
  const failure = store.lastFailure(id);
  if (failure !== undefined) {
    tellUser(failure);
    return 1;
  }
  const last = store.entries(id).at(-1);
  if (last?.kind === 'step') writeLine(textOf(last));
  return 0;
}

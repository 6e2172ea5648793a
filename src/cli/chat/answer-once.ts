import { randomUUID } from 'node:crypto';
import { type AgentOptions, openConversation } from '../../agent/open-agent.ts';
import type { Conversation } from '../../agent/store/store.ts';
import { cleanText } from '../../output/clean-text.ts';
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
    onTrouble: (message) => tellUser(message),
    onChange() {
      const { turn, queued } = store.view(id);
      if (turn === undefined && queued.person === 0) running.close();
    },
  });
  let wasStopped = false;
  process.once('SIGINT', () => {
    wasStopped = true;
    running.stop();
  });
  await running.send(randomUUID(), text);
  await running.run();
  if (wasStopped) {
    tellUser('Stopped. What it has started runs on.');
    return 130;
  }
  const [last] = store.lastEntries(id, 1);
  if (last?.kind === 'step' && textOf(last) !== '') writeLine(cleanText(textOf(last)));
  const failure = store.lastFailure(id);
  if (failure === undefined) return 0;
  tellUser(failure);
  return 1;
}

import type { Client } from '../../client/client.ts';
import { cleanText } from '../../output/clean-text.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import type { ImageGiven, WireEndItem } from '../../wire/conversation-item.ts';
import { tellUser, writeLine } from '../out.ts';
import { missingTeller } from './missing-tools.ts';
import { Sent } from './sent.ts';

/** Says something, prints the last words of the answer, and leaves. It cannot hear later: what it starts it waits for. */
export async function answerOnce(
  { conversation_id: id, sequence, state }: WireConversation,
  client: Client,
  text: string,
  images: readonly ImageGiven[],
): Promise<number> {
  const { conversations } = client;
  const sent = new Sent(client, id, state === 'idle');
  const over = new AbortController();
  process.once('SIGINT', () => void conversations.stop(id).catch(() => over.abort()));
  let words = '';
  let end: WireEndItem | undefined;
  let told: string | undefined;
  const tellMissing = missingTeller(tellUser);
  await sent.send(text, images);
  for await (const event of conversations.events(id, { after: sequence, signal: over.signal })) {
    sent.take(event);
    if (event.type === 'item' && event.item.kind === 'step' && event.item.state === 'said')
      words = event.item.text;
    if (event.type === 'item' && event.item.kind === 'end') end = event.item;
    if (event.type !== 'state') continue;
    tellMissing(event.conversation);
    const message = event.conversation.trouble?.message;
    if (message !== undefined && message !== told) tellUser(message);
    told = message;
    if (sent.isIdle) break;
  }
  if (end?.state === 'stopped') {
    tellUser('Stopped. What it has started runs on.');
    return 130;
  }
  if (words !== '') writeLine(cleanText(words));
  if (end?.reason !== undefined) tellUser(end.reason);
  return end === undefined && told === undefined ? 0 : 1;
}

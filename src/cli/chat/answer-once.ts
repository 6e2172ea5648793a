import type { Client } from '../../client/client.ts';
import { cleanText } from '../../output/clean-text.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import type { ImageGiven, WireEndItem } from '../../wire/conversation-item.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { describeTrouble } from './describe-trouble.ts';
import { missingTeller } from './missing-tools.ts';
import { Sent } from './sent.ts';

type Question = {
  readonly client: Client;
  readonly text: string;
  readonly images: readonly ImageGiven[];
  /** One object for programs, instead of the words alone. */
  readonly json: boolean;
};

const STOPPED = 'Stopped. What it has started runs on.';

/** Says something, prints the last words of the answer, and leaves. It cannot hear later: what it starts it waits for. */
export async function answerOnce(
  conversation: WireConversation,
  { client, text, images, json }: Question,
): Promise<number> {
  const { conversation_id: id, sequence, state } = conversation;
  const { conversations } = client;
  const sent = new Sent(client, id, state === 'idle');
  const over = new AbortController();
  process.once('SIGINT', () => void conversations.stop(id).catch(() => over.abort()));
  let words = '';
  let end: WireEndItem | undefined;
  let told: string | undefined;
  let trouble: string | undefined;
  let { cost } = conversation;
  const tellMissing = missingTeller(tellUser);
  await sent.send(text, images);
  for await (const event of conversations.events(id, { after: sequence, signal: over.signal })) {
    sent.take(event);
    if (event.type === 'item' && event.item.kind === 'step' && event.item.state === 'said')
      words = event.item.text;
    if (event.type === 'item' && event.item.kind === 'end') end = event.item;
    if (event.type !== 'state') continue;
    tellMissing(event.conversation);
    cost = event.conversation.cost;
    trouble = event.conversation.trouble?.message;
    // It comes again with every try.
    if (trouble !== undefined && trouble !== told) {
      told = trouble;
      tellUser(describeTrouble(event.conversation));
    }
    if (sent.isIdle) break;
  }
  const isStopped = end?.state === 'stopped';
  const failure = isStopped ? STOPPED : (end?.reason ?? trouble);
  if (json) {
    const spent = cost - conversation.cost;
    writeJson({
      conversation_id: id,
      text: words,
      ...(spent > 0 && { cost: spent }),
      ...(failure !== undefined && { failure }),
    });
  } else if (words !== '' && !isStopped) writeLine(cleanText(words));
  if (isStopped || end?.reason !== undefined) tellUser(failure ?? '');
  if (isStopped) return 130;
  return end === undefined && trouble === undefined ? 0 : 1;
}

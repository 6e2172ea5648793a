import { createInterface } from 'node:readline';
import { isatty } from 'node:tty';
import type { Client } from '../../client/client.ts';
import type { ConversationEvent } from '../../client/conversation-stream.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import type { ImageGiven } from '../../wire/conversation-item.ts';
import { terminalWidth } from '../format/width.ts';
import { tellUser, writeOut } from '../out.ts';
import { describeTrouble } from './describe-trouble.ts';
import { missingTeller } from './missing-tools.ts';
import { PlainCommands } from './plain-commands.ts';
import { PlainLines } from './plain-lines.ts';
import { Sent } from './sent.ts';

/** What is shown of a conversation that goes on. */
const SHOWN_BEFORE = 10;
const CLEAR_LINE = '\r\x1b[K';

type Options = {
  readonly client: Client;
  readonly variables: Readonly<Record<string, string>>;
  /** To be seen with the first line. */
  readonly images: readonly ImageGiven[];
};

/** Line by line, from a terminal or a pipe, until the end of the input. */
export async function converse(
  { conversation_id: id, state }: WireConversation,
  { client, variables, images }: Options,
): Promise<number> {
  const { conversations } = client;
  const { items, sequence } = await conversations.items(id, { limit: SHOWN_BEFORE });
  // Nothing is awaited from here until its lines are read: they would be lost.
  const prompt = openPrompt();
  const sent = new Sent(client, id, state === 'idle');
  const lines = new PlainLines(prompt.write, (clientId) => sent.isMine(clientId));
  for (const item of items) lines.show(item);
  if (sent.isIdle) prompt.show();
  const leaving = new AbortController();
  const idle = Promise.withResolvers<void>();
  const unsent = [...images];
  const tellMissing = missingTeller(prompt.tell);
  const commands = new PlainCommands({
    client,
    conversation: id,
    variables,
    width: terminalWidth(),
    tell: prompt.tell,
    leave: () => prompt.lines.close(),
  });
  let isEnding = false;
  let told = '';
  const take = (event: ConversationEvent) => {
    sent.take(event);
    if (event.type === 'text') lines.stream(event);
    if (event.type === 'item') {
      lines.show(event.item);
      if (event.item.kind === 'end')
        prompt.tell(event.item.reason ?? 'Stopped. What it has started runs on.');
    }
    if (event.type !== 'state') return;
    void commands.ask(event.conversation);
    tellMissing(event.conversation);
    const trouble = describeTrouble(event.conversation);
    if (trouble !== '' && trouble !== told) prompt.tell(trouble);
    told = trouble;
    if (!sent.isIdle) return;
    prompt.show();
    if (isEnding) idle.resolve();
  };
  const over = (async () => {
    const signal = leaving.signal;
    for await (const event of conversations.events(id, { after: sequence, signal })) take(event);
  })();
  // It is told when everything else is over.
  over.catch(() => prompt.lines.close());
  prompt.lines.on('SIGINT', () => {
    if (sent.isIdle) prompt.lines.close();
    else void conversations.stop(id).catch(() => prompt.lines.close());
  });
  for await (const line of prompt.lines) {
    prompt.taken();
    if (await commands.obey(line)) {
      // It may have begun something, such as a goal.
      sent.takeState(await conversations.get(id));
      if (sent.isIdle) prompt.show();
    } else if (line.trim() !== '') await sent.send(line, unsent.splice(0));
    else if (sent.isIdle) prompt.show();
  }
  // What was said last is still answered.
  isEnding = true;
  if (!sent.isIdle) await Promise.race([idle.promise, over]);
  leaving.abort();
  await over;
  prompt.leave();
  return 0;
}

/** What is written goes above the prompt, with what is being typed; in a pipe there is none. */
function openPrompt() {
  const isTerminal = isatty(0) && isatty(1);
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stdout, prompt: '> ' }),
  });
  let isShown = false;
  return {
    lines,
    write(text: string) {
      if (isShown) writeOut(CLEAR_LINE);
      isShown = false;
      writeOut(text);
    },
    tell(text: string) {
      if (isShown) writeOut(CLEAR_LINE);
      isShown = false;
      tellUser(text);
    },
    show() {
      if (!isTerminal || isShown) return;
      isShown = true;
      lines.prompt(true);
    },
    /** What was typed stands in its line. */
    taken() {
      isShown = false;
    },
    leave() {
      if (isShown) writeOut('\n');
    },
  };
}

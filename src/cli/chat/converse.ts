import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { isatty } from 'node:tty';
import { type AgentOptions, openConversation } from '../../agent/open-agent.ts';
import type { Conversation } from '../../agent/store/store.ts';
import { formatAge } from '../../base/age.ts';
import { tellUser, writeOut } from '../out.ts';
import { Face } from './face.ts';

/** What is shown of a conversation that goes on. */
const SHOWN_BEFORE = 10;
const CLEAR_LINE = '\r\x1b[K';

/** Line by line, from a terminal or a pipe, until the end of the input. */
export async function converse(
  conversation: Conversation,
  options: Omit<AgentOptions, 'hears'>,
): Promise<number> {
  const { store } = options;
  const { id } = conversation;
  const prompt = openPrompt();
  const face = new Face(id, prompt.write);
  for (const entry of store.lastEntries(id, SHOWN_BEFORE)) face.show(entry, false);
  let failure = store.lastFailure(id);
  let whenIdle = () => {};
  const isIdle = () => {
    const { turn, queued } = store.view(id);
    return turn === undefined && queued.person === 0;
  };
  const show = () => {
    for (const entry of store.entries(id, face.position)) face.show(entry, true);
    face.breakOff();
    const reason = store.lastFailure(id);
    if (reason !== undefined && reason !== failure) prompt.tell(reason);
    failure = reason;
    if (!isIdle()) return;
    prompt.show();
    whenIdle();
  };
  const running = openConversation(conversation, {
    ...options,
    hears: true,
    onText: (step, text) => face.stream(step, text),
    onTrouble: (message, at) => prompt.tell(`${message} Trying again in ${formatAge(at - Date.now())}.`),
    onChange: show,
  });
  const over = running.run();
  // It is told when everything else is over.
  over.catch(() => prompt.lines.close());
  if (isIdle()) prompt.show();
  prompt.lines.on('SIGINT', () => (isIdle() ? prompt.lines.close() : running.stop()));
  for await (const line of prompt.lines) {
    prompt.taken();
    if (line.trim() !== '') await running.send(randomUUID(), line);
    else if (isIdle()) prompt.show();
  }
  // What was said last is still answered.
  const idle = Promise.withResolvers<void>();
  whenIdle = idle.resolve;
  if (!isIdle()) await Promise.race([idle.promise, over]);
  running.close();
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

import { usesColour } from '../../format/colour.ts';
import { tellUser } from '../../out.ts';
import { shortId } from '../short-id.ts';
import { Chat, type ChatOptions } from './chat.ts';
import { createStyle } from './style.ts';

/** Talks in this terminal until the person leaves, and says what goes on without them. */
export async function talkOnScreen(options: Omit<ChatOptions, 'cwd' | 'style'>): Promise<number> {
  const chat = new Chat({ ...options, cwd: process.cwd(), style: createStyle(usesColour()) });
  const { running, isWorking, unsent } = await chat.run();
  const what = describe(running, isWorking);
  if (what !== undefined) tellUser(`${what}; ringback chat --continue hears of it.`);
  for (const text of unsent) tellUser(`Not sent: ${text}`);
  return unsent.length > 0 ? 1 : 0;
}

function describe(running: readonly string[], isWorking: boolean): string | undefined {
  const [first] = running;
  if (running.length > 1) return `${running.length} processes run on`;
  if (first !== undefined) return `${shortId(first)} runs on`;
  return isWorking ? 'The turn goes on' : undefined;
}

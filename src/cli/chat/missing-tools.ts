import type { WireConversation } from '../../wire/conversation.ts';

/** What a conversation goes without, in a line; empty: nothing. */
export function describeMissing({ missing_tools = [] }: Pick<WireConversation, 'missing_tools'>): string {
  return missing_tools.map((one) => `No tools of ${one}.`).join(' ');
}

/** Tells it once, until it is different. */
export function missingTeller(tell: (line: string) => void): (conversation: WireConversation) => void {
  let told = '';
  return (conversation) => {
    const line = describeMissing(conversation);
    if (line !== '' && line !== told) tell(line);
    told = line;
  };
}

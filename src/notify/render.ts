/** What an agent reads (docs/behaviour.md, "The text an agent sees"). */
import { type AnyEvent, typeRow } from './types.ts';

/** One text per notification. */
export function renderText(event: AnyEvent): string {
  return typeRow(event.type).text(event);
}

/** Far more than a model reads at once, and far less than a string can hold. */
const MOST_TURN_CHARACTERS = 1_000_000;

/**
 * Several pending notifications of one session are one turn, in order, with an empty line between them. What would make
 * it too long is told in the next; the first is told in any case.
 */
export function fillTurn<N extends { readonly event: AnyEvent }>(
  pending: readonly N[],
): { told: N[]; texts: string[]; text: string } {
  const texts: string[] = [];
  let length = 0;
  for (const { event } of pending) {
    const text = renderText(event);
    length += text.length;
    if (texts.length > 0 && length > MOST_TURN_CHARACTERS) break;
    texts.push(text);
  }
  return { told: pending.slice(0, texts.length), texts, text: texts.join('\n\n') };
}

/** What an agent reads (behaviour.md, "The text an agent sees"). */
import type { NotificationEvent, OtherEvent } from '../../wire/events.ts';
import { completionText } from './completion.ts';
import { delegationText } from './delegation.ts';
import { otherText } from './other.ts';
import { overflowReleasedText } from './overflow-released.ts';
import { overflowTrippedText } from './overflow-tripped.ts';
import { watchDisabledText } from './watch-disabled.ts';
import { watchMatchText } from './watch-match.ts';

type AnyEvent = NotificationEvent | OtherEvent;
type EventOf = { readonly [Event in NotificationEvent as Event['type']]: Event };

const texts: { readonly [Type in keyof EventOf]: (event: EventOf[Type]) => string } = {
  completion: completionText,
  watch_match: watchMatchText,
  watch_disabled: watchDisabledText,
  watch_overflow_tripped: overflowTrippedText,
  watch_overflow_released: overflowReleasedText,
  async_delegation: delegationText,
};

/** One text per notification. */
export function renderText(event: AnyEvent): string {
  return isKnown(event) ? renderAs(event.type, event) : otherText(event);
}

/** Far more than a model reads at once, and far less than a string can hold. */
const MOST_TURN_CHARACTERS = 1_000_000;

/**
 * Several pending notifications of one session are one turn, in order, with an empty line between them. What would make
 * it too long is told in the next; the first is told in any case.
 */
export function fillTurn<N extends { readonly event: AnyEvent }>(
  pending: readonly N[],
): { told: N[]; text: string } {
  const texts: string[] = [];
  let length = 0;
  for (const { event } of pending) {
    const text = renderText(event);
    length += text.length;
    if (texts.length > 0 && length > MOST_TURN_CHARACTERS) break;
    texts.push(text);
  }
  return { told: pending.slice(0, texts.length), text: texts.join('\n\n') };
}

function isKnown(event: AnyEvent): event is NotificationEvent {
  return Object.hasOwn(texts, event.type);
}

function renderAs<Type extends keyof EventOf>(type: Type, event: EventOf[Type]): string {
  return texts[type](event);
}

import { cleanText } from '../../../output/clean-text.ts';
import type { WireItem, WireStepItem, WireToolCall } from '../../../wire/conversation-item.ts';
import { goalNote } from '../describe-goal.ts';

/** A part of a conversation that is drawn by itself, and changes only at its end. */
export type Block =
  | { readonly kind: 'person'; readonly text: string; readonly images: number }
  /** What the model says, as Markdown. */
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'call'; readonly call: WireToolCall; readonly since: number }
  | { readonly kind: 'ring'; readonly text: string }
  /** From this program. `text` may have styles of ours, and nothing of others that was not cleaned. */
  | { readonly kind: 'note'; readonly text: string; readonly tone: Tone; readonly isApart?: boolean };
export type Tone = 'plain' | 'dim' | 'bad';

/** A block with the name under which it is replaced. */
export type Part = { readonly key: string; readonly block: Block };

/** An item as it is drawn; `streamed`: what a step says that is not stored yet. */
export function partsOf(item: WireItem, streamed = ''): Part[] {
  const key = item.item_id;
  switch (item.kind) {
    case 'person':
      return [{ key, block: { kind: 'person', text: item.text, images: item.images?.length ?? 0 } }];
    case 'ring':
      return [{ key, block: { kind: 'ring', text: item.text } }];
    case 'summary':
      return [
        { key, block: { kind: 'note', text: 'Older parts were summarised for the model.', tone: 'dim' } },
      ];
    case 'goal': {
      const note = goalNote(item);
      if (note === undefined) return [];
      return [{ key, block: { kind: 'note', text: cleanText(note), tone: 'dim' } }];
    }
    case 'end':
      return [{ key, block: endNote(item.state, item.reason) }];
    case 'step':
      return partsOfStep(item, streamed);
  }
}

/** What a step says, be it all or its beginning. */
export function saidPart(step: string, text: string): Part {
  return { key: `${step}/said`, block: { kind: 'said', text } };
}

function partsOfStep(item: WireStepItem, streamed: string): Part[] {
  const text = item.state === 'said' ? item.text : streamed;
  const said = text.trim() === '' ? [] : [saidPart(item.item_id, text)];
  // What is not said yet calls nothing.
  const since = Date.parse(item.at ?? '');
  return [
    ...said,
    ...item.calls.map((call): Part => ({ key: call.call_id, block: { kind: 'call', call, since } })),
    ...(item.finish === 'length' ? [cutOff(item)] : []),
  ];
}

function cutOff({ item_id }: WireStepItem): Part {
  const text = 'The answer was cut off: the model may say no more at once.';
  return { key: `${item_id}/end`, block: { kind: 'note', text, tone: 'dim' } };
}

function endNote(state: 'failed' | 'stopped', reason: string | undefined): Block {
  if (state === 'stopped')
    return { kind: 'note', text: 'Stopped. What it has started runs on.', tone: 'dim' };
  return { kind: 'note', text: reason ?? 'The turn failed.', tone: 'bad' };
}

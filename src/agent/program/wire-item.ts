import { defined } from '../../base/defined.ts';
import type { WireItem, WireStepItem, WireToolCall } from '../../wire/conversation-item.ts';
import type { Image, Usage } from '../model.ts';
import type { Item, ItemCall } from '../store/item.ts';

/** An item as viewers are sent it. Images are told of, not sent. */
export function toWireItem(item: Item): WireItem {
  const known = { item_id: item.id, sequence: item.sequence, position: item.position ?? null };
  switch (item.kind) {
    case 'person': {
      const { content, clientId, createdAt } = item;
      const images = content.filter((part) => part.type === 'image');
      return {
        ...known,
        kind: 'person',
        at: toTime(createdAt),
        client_id: clientId,
        text: textOf(content),
        ...imagesOf(images),
      };
    }
    case 'ring':
      return { ...known, kind: 'ring', at: toTime(item.createdAt), text: textOf(item.content) };
    case 'step':
      return { ...known, ...toWireStep(item) };
    case 'summary': {
      const { state, content, saidAt } = item;
      return { ...known, kind: 'summary', state, at: saidAtOf(saidAt), text: textOf(content) };
    }
    case 'goal':
      return {
        ...known,
        kind: 'goal',
        event: 'turn',
        at: toTime(item.createdAt),
        text: textOf(item.content),
      };
    case 'judgement': {
      const { state, verdict, usage, cost, saidAt } = item;
      return {
        ...known,
        kind: 'goal',
        event: judgementEvents[state],
        at: saidAtOf(saidAt),
        text: verdict?.reason ?? '',
        ...defined({ verdict: verdict?.verdict, cost, tokens: usage && tokensOf(usage) }),
      };
    }
    case 'goal_event':
      return { ...known, kind: 'goal', event: item.event, at: toTime(item.at), text: item.text };
    case 'end': {
      const { how, reason, endedAt } = item;
      return { ...known, kind: 'end', at: toTime(endedAt), state: how, ...defined({ reason }) };
    }
  }
}

const judgementEvents = { asking: 'judging', said: 'judged', dropped: 'dropped' } as const;

export function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

type Step = Extract<Item, { kind: 'step' }>;

function toWireStep({
  state,
  model,
  content,
  calls,
  finish,
  usage,
  cost,
  saidAt,
}: Step): Omit<WireStepItem, 'item_id' | 'sequence' | 'position'> {
  const thoughts = content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('\n\n');
  return {
    kind: 'step',
    at: saidAtOf(saidAt),
    state,
    model,
    text: textOf(content),
    ...(thoughts !== '' && { thoughts }),
    calls: calls.map(toWireCall),
    ...defined({ finish, cost, tokens: usage && tokensOf(usage) }),
  };
}

function toWireCall({ id, tool, input, state, output, isError, images }: ItemCall): WireToolCall {
  return {
    call_id: id,
    tool,
    input,
    state,
    ...defined({ output }),
    ...(isError && { is_error: true }),
    ...imagesOf(images ?? []),
  };
}

function tokensOf({ inputTokens, cachedTokens, outputTokens }: Usage) {
  return { input: inputTokens, cached: cachedTokens, output: outputTokens };
}

function imagesOf(images: readonly Image[]) {
  if (images.length === 0) return {};
  const bytesOf = (base64: string) => Buffer.byteLength(base64, 'base64');
  return { images: images.map(({ mediaType, data }) => ({ media_type: mediaType, bytes: bytesOf(data) })) };
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('');
}

function saidAtOf(saidAt: number | undefined): string | null {
  return saidAt === undefined ? null : toTime(saidAt);
}

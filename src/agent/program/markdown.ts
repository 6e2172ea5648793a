import type { WireConversation } from '../../wire/conversation.ts';
import type { WireGoalItem, WireItem, WireToolCall } from '../../wire/conversation-item.ts';

const MOST_LINES = 40;

/** A conversation to be read: what was said in full, results of tools by their beginning. */
export function toMarkdown(
  { conversation_id, cwd, model, created_at }: WireConversation,
  items: readonly WireItem[],
): string {
  const head = `# ${conversation_id}\n\nBegun ${created_at} in \`${cwd}\`, with ${model || 'no model yet'}.`;
  return `${[head, ...items.flatMap(describe)].join('\n\n')}\n`;
}

function describe(item: WireItem): string[] {
  switch (item.kind) {
    case 'person':
      return ['## Person', item.text, ...(item.images ?? []).map(({ media_type }) => `*(${media_type})*`)];
    case 'ring':
      return ['## Ring', quote(item.text)];
    case 'step': {
      if (item.state !== 'said') return [];
      return [
        `## ${item.model}`,
        ...(item.text === '' ? [] : [item.text]),
        ...item.calls.flatMap(describeCall),
      ];
    }
    case 'summary':
      return item.state === 'said' ? ['## Summary of everything before', quote(item.text)] : [];
    case 'goal':
      return describeGoal(item);
    case 'end':
      return [item.state === 'stopped' ? '*(stopped)*' : `**Failed:** ${item.reason ?? ''}`];
  }
}

function describeGoal({ event, verdict, text }: WireGoalItem): string[] {
  if (event === 'judging' || event === 'dropped') return [];
  if (event === 'turn') return ['## Goal', quote(text)];
  const what = event === 'judged' ? `judged: ${verdict ?? 'continue'}` : event;
  return [text === '' ? `*(goal ${what})*` : `*(goal ${what})*\n\n${quote(text)}`];
}

function describeCall({ tool, input, output }: WireToolCall): string[] {
  const asked = `\`${tool}\`\n\n${fence(JSON.stringify(input, null, 2) ?? '', 'json')}`;
  return output === undefined ? [asked] : [asked, fence(firstLines(output))];
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= MOST_LINES) return text;
  return [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more lines`].join('\n');
}

/** Longer than any fence in it. */
function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

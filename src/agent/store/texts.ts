import { messageId, stepId } from '../ids.ts';
import type { ModelStep } from '../model.ts';
import type { Rows } from './rows.ts';

export type SaidText = {
  /** The item. */
  readonly id: string;
  readonly kind: 'person' | 'ring' | 'goal' | 'step' | 'call';
  readonly position: number;
  readonly text: string;
};

/** Word for word, also what a summary covers; the latest first. */
export function* readTexts(rows: Rows, conversation: string): Generator<SaidText> {
  const found = rows.database
    .prepare(
      `SELECT kind, position, number, content AS text FROM messages WHERE conversation = ?1 AND position IS NOT NULL
       UNION ALL SELECT 'step', position, NULL, content FROM steps
         WHERE conversation = ?1 AND state = 'said' AND covers IS NULL AND judges IS NULL
       UNION ALL SELECT 'call', step, place, tool || ' ' || input || char(10) || coalesce(output, '') FROM calls
         WHERE conversation = ?1
       ORDER BY position DESC`,
    )
    .iterate(conversation);
  for (const { kind, position, number, text } of found) {
    const isMessage = kind !== 'step' && kind !== 'call';
    const id = isMessage ? messageId(conversation, Number(number)) : stepId(conversation, Number(position));
    yield {
      id,
      kind: kind as SaidText['kind'],
      position: Number(position),
      text: kind === 'call' ? String(text) : textOf(String(text)),
    };
  }
}

function textOf(content: string): string {
  const parts = JSON.parse(content) as ModelStep['content'];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

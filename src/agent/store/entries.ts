import type { DatabaseSync } from 'node:sqlite';
import type { Image, ModelMessage, Reasoning, Text, ToolAnswer, ToolCall } from '../model.ts';

/** One thing that was said in a conversation. */
export type Entry =
  | {
      readonly kind: 'person' | 'ring' | 'goal';
      readonly position: number;
      readonly content: readonly (Text | Image)[];
    }
  | {
      readonly kind: 'step';
      readonly position: number;
      readonly content: readonly (Text | Reasoning | ToolCall)[];
      /** The results of its calls, as far as they are there. */
      readonly answers: readonly ToolAnswer[];
    };

/** What was said after a position, in its order. */
export function readEntries(database: DatabaseSync, conversation: string, after = 0): Entry[] {
  const rows = database
    .prepare(
      `SELECT position, kind, content FROM messages WHERE conversation = ?1 AND position > ?2
       UNION ALL SELECT position, 'step', content FROM steps
         WHERE conversation = ?1 AND position > ?2 AND state = 'said' AND covers IS NULL AND judges IS NULL
       ORDER BY position`,
    )
    .all(conversation, after) as { position: number; kind: Entry['kind']; content: string }[];
  const answers = readAnswers(database, conversation, after);
  return rows.map(({ position, kind, content }) => {
    const said = { kind, position, content: JSON.parse(content) };
    return (kind === 'step' ? { ...said, answers: answers.get(position) ?? [] } : said) as Entry;
  });
}

/** The conversation as a model is shown it: each call with its result. */
export function toMessages(entries: readonly Entry[]): ModelMessage[] {
  return entries.flatMap((entry): ModelMessage[] => {
    if (entry.kind !== 'step') return [{ role: 'user', content: entry.content }];
    const { content, answers } = entry;
    return [
      ...(content.length > 0 ? [{ role: 'assistant' as const, content }] : []),
      ...(answers.length > 0 ? [{ role: 'tool' as const, content: answers }] : []),
      ...imagesOf(answers),
    ];
  });
}

/** Not every model can be shown an image in a result. */
function imagesOf(answers: readonly ToolAnswer[]): ModelMessage[] {
  const images = answers.flatMap((answer) => answer.images ?? []);
  if (images.length === 0) return [];
  return [{ role: 'user', content: [{ type: 'text', text: 'The images of the results above:' }, ...images] }];
}

function readAnswers(
  database: DatabaseSync,
  conversation: string,
  after: number,
): ReadonlyMap<number, readonly ToolAnswer[]> {
  const rows = database
    .prepare(
      `SELECT step, id, tool, output, is_error, images FROM calls
       WHERE conversation = ? AND step > ? AND output IS NOT NULL ORDER BY step, place`,
    )
    .all(conversation, after);
  const answers = new Map<number, ToolAnswer[]>();
  for (const { step, id, tool, output, is_error, images } of rows) {
    const answer: ToolAnswer = {
      type: 'answer',
      id: String(id),
      tool: String(tool),
      output: String(output),
      isError: is_error === 1,
      ...(images !== null && { images: JSON.parse(String(images)) }),
    };
    const known = answers.get(Number(step));
    if (known) known.push(answer);
    else answers.set(Number(step), [answer]);
  }
  return answers;
}

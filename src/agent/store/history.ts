import type { DatabaseSync } from 'node:sqlite';
import type { ModelMessage, ToolAnswer } from '../model.ts';

type Row = { readonly position: number; readonly kind: 'message' | 'step'; readonly content: string };

/** The conversation as a model is shown it: what was said, in its order, each call with its result. */
export function readHistory(database: DatabaseSync, conversation: string): ModelMessage[] {
  const rows = database
    .prepare(
      `SELECT position, 'message' AS kind, content FROM messages WHERE conversation = ?1 AND position IS NOT NULL
       UNION ALL SELECT position, 'step', content FROM steps WHERE conversation = ?1 AND state = 'said'
       ORDER BY position`,
    )
    .all(conversation) as Row[];
  const answers = readAnswers(database, conversation);
  return rows.flatMap(({ position, kind, content }): ModelMessage[] => {
    const parts = JSON.parse(content);
    if (kind === 'message') return [{ role: 'user', content: parts }];
    const given = answers.get(position);
    const said: ModelMessage[] = parts.length > 0 ? [{ role: 'assistant', content: parts }] : [];
    return given ? [...said, { role: 'tool', content: given }] : said;
  });
}

function readAnswers(
  database: DatabaseSync,
  conversation: string,
): ReadonlyMap<number, readonly ToolAnswer[]> {
  const rows = database
    .prepare(
      'SELECT step, id, tool, output, is_error FROM calls WHERE conversation = ? AND output IS NOT NULL ORDER BY step, place',
    )
    .all(conversation);
  const answers = new Map<number, ToolAnswer[]>();
  for (const { step, id, tool, output, is_error } of rows) {
    const answer: ToolAnswer = {
      type: 'answer',
      id: String(id),
      tool: String(tool),
      output: String(output),
      isError: is_error === 1,
    };
    const known = answers.get(Number(step)) ?? [];
    answers.set(Number(step), [...known, answer]);
  }
  return answers;
}

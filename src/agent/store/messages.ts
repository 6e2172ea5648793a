import { RingbackError } from '../../base/errors.ts';
import { messageId } from '../ids.ts';
import type { Image, Text } from '../model.ts';
import { reopen } from './closed.ts';
import type { Rows } from './rows.ts';
import { tell } from './told.ts';

/** Of what a conversation begins with, for lists. */
export const BEGINNING_CHARACTERS = 200;

/** With these begin the ids of what rings and of what goals say, among those that people's programs choose. */
const RING = 'ring:';
const GOAL = 'goal:';

export type MessageKind = 'person' | 'ring' | 'goal';

export type Content = readonly (Text | Image)[];

/** What is said to the model, queued until a turn takes it. False: it was said before. */
export function queueMessage(
  rows: Rows,
  conversation: string,
  kind: MessageKind,
  clientId: string,
  content: Content,
): boolean {
  const own = [RING, GOAL].find((prefix) => clientId.startsWith(prefix));
  if (kind === 'person' && own !== undefined)
    throw new RingbackError('bad_request', `"client_id" must not begin with ${own}`);
  return rows.durably(() => {
    const text = JSON.stringify(content);
    const known = rows.get(
      'SELECT content FROM messages WHERE conversation = ? AND client_id = ?',
      ...[conversation, clientId],
    );
    if (known && kind === 'person' && known.content !== text)
      throw new RingbackError(
        'conflict',
        `Something else was said under the client_id ${clientId}.`,
        'Choose another one for every message, and the same only to send it again.',
      );
    if (known) return false;
    // Who speaks to it has come back.
    if (kind === 'person') reopen(rows, conversation);
    rows.run(
      `INSERT INTO messages (conversation, client_id, kind, content, sequence, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
      ...[conversation, clientId, kind, text, rows.nextSequence(conversation), Date.now()],
    );
    const beginning = content.find((part) => part.type === 'text')?.text.slice(0, BEGINNING_CHARACTERS) ?? '';
    rows.run("UPDATE conversations SET begins = ? WHERE id = ? AND begins = ''", beginning, conversation);
    return true;
  });
}

export function messageItem(rows: Rows, conversation: string, clientId: string): string | undefined {
  const sql = 'SELECT number FROM messages WHERE conversation = ? AND client_id = ?';
  const row = rows.get(sql, conversation, clientId);
  return row && messageId(conversation, Number(row.number));
}

/** What rang. False when all of it is known already: it came again, or a result has shown it. */
export function queueRing(
  rows: Rows,
  conversation: string,
  notifications: readonly string[],
  text: string,
): boolean {
  return rows.durably(() => {
    const [first] = tell(rows, conversation, notifications);
    if (first === undefined) return false;
    return queueMessage(rows, conversation, 'ring', RING + first, [{ type: 'text', text }]);
  });
}

/** What a goal says at the beginning of its turn, by the number of the goal and of the turn. */
export function queueGoalMessage(rows: Rows, conversation: string, goal: string, text: string): void {
  queueMessage(rows, conversation, 'goal', GOAL + goal, [{ type: 'text', text }]);
}

/** Everything of that kind that waits, in its order, gets its place. */
export function takeQueued(rows: Rows, conversation: string, kind: MessageKind): void {
  const queued = rows.all(
    'SELECT number FROM messages WHERE conversation = ? AND kind = ? AND position IS NULL ORDER BY number',
    ...[conversation, kind],
  );
  for (const { number } of queued)
    rows.run(
      'UPDATE messages SET position = ?, sequence = ? WHERE number = ?',
      ...[rows.nextPosition(conversation), rows.nextSequence(conversation), Number(number)],
    );
}

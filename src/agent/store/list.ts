import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { databasePath } from './database.ts';

export type Listed = {
  readonly id: string;
  readonly cwd: string;
  readonly model: string;
  readonly createdAt: number;
  /** How it begins. */
  readonly begins: string;
};

/** Newest first. Also while somebody else has the store open. */
export function listConversations(home: string): Listed[] {
  const path = databasePath(home);
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database
      .prepare(
        `SELECT id, cwd, model, created_at AS createdAt, coalesce((SELECT content ->> '$[0].text' FROM messages
           WHERE conversation = conversations.id ORDER BY rowid LIMIT 1), '') AS begins
         FROM conversations ORDER BY changed_at DESC, id`,
      )
      .all();
    return rows as Listed[];
  } finally {
    database.close();
  }
}

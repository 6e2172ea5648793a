import type { Rows } from './rows.ts';

/** Stores that these were told; gives back those that were not told before. Inside a transaction. */
export function tell(rows: Rows, conversation: string, notifications: readonly string[]): string[] {
  const unknown = notifications.filter((id) => !rows.get('SELECT 1 FROM told WHERE notification = ?', id));
  // What comes again was not acknowledged, whatever we think.
  for (const id of notifications)
    rows.run(
      'INSERT OR REPLACE INTO told (notification, conversation, told_at) VALUES (?, ?, ?)',
      ...[id, conversation, Date.now()],
    );
  // What a goal waits for may be among them.
  rows.run(
    "UPDATE goals SET look = 1 WHERE conversation = ? AND (state = 'parked' OR due = 'park')",
    conversation,
  );
  return unknown;
}

/** Whether a message or a result has shown it. */
export function isTold(rows: Rows, notification: string): boolean {
  return rows.get('SELECT 1 FROM told WHERE notification = ?', notification) !== undefined;
}

/** Who told them knows that they are stored. */
export function setAcknowledged(rows: Rows, notifications: readonly string[]): void {
  rows.transaction(() => {
    for (const id of notifications) rows.run('UPDATE told SET acknowledged = 1 WHERE notification = ?', id);
  });
}

/** What was acknowledged before is not told again once whoever told it has forgotten it. */
export function forgetTold(rows: Rows, before: number): void {
  rows.run('DELETE FROM told WHERE acknowledged = 1 AND told_at < ?', before);
}

export function readUnacknowledged(rows: Rows, conversation: string): string[] {
  const sql = 'SELECT notification FROM told WHERE conversation = ? AND acknowledged = 0';
  return rows.all(sql, conversation).map(({ notification }) => String(notification));
}

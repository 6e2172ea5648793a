/** From schema 1 to 2: everything that can be seen gets a number, in the order in which it was said. */
export const fromVersion1 = `
  ALTER TABLE conversations ADD COLUMN state TEXT NOT NULL DEFAULT 'open';
  ALTER TABLE conversations ADD COLUMN hears INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE conversations ADD COLUMN begins TEXT NOT NULL DEFAULT '';
  ALTER TABLE conversations ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN cost REAL NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN input_tokens INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN cached_tokens INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN output_tokens INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN compaction TEXT;
  ALTER TABLE turns ADD COLUMN took TEXT NOT NULL DEFAULT 'person';
  ALTER TABLE turns ADD COLUMN position INTEGER;
  ALTER TABLE turns ADD COLUMN sequence INTEGER;
  ALTER TABLE messages RENAME COLUMN sequence TO number;
  ALTER TABLE messages ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE told ADD COLUMN told_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE steps ADD COLUMN covers INTEGER;
  ALTER TABLE steps ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE calls ADD COLUMN asked_at INTEGER;
  ALTER TABLE calls ADD COLUMN expires_at INTEGER;
  ALTER TABLE calls ADD COLUMN answer TEXT;
  ALTER TABLE calls ADD COLUMN answered_by TEXT;
  ALTER TABLE calls ADD COLUMN answer_reason TEXT;
  CREATE TABLE allowed (
    conversation TEXT NOT NULL,
    pattern TEXT NOT NULL,
    PRIMARY KEY (conversation, pattern)
  ) STRICT, WITHOUT ROWID;

  UPDATE steps SET sequence = position;
  UPDATE messages SET sequence = coalesce(position, (SELECT last_position FROM conversations WHERE id = conversation) +
    (SELECT count(*) FROM messages AS before WHERE before.conversation = messages.conversation
       AND before.position IS NULL AND before.number <= messages.number));
  UPDATE told SET told_at = (SELECT changed_at FROM conversations WHERE id = conversation);
  UPDATE conversations SET
    sequence = last_position + (SELECT count(*) FROM messages WHERE conversation = conversations.id AND position IS NULL),
    begins = coalesce((SELECT substr(content ->> '$[0].text', 1, 200) FROM messages
      WHERE conversation = conversations.id ORDER BY number LIMIT 1), ''),
    (cost, input_tokens, cached_tokens, output_tokens) = (SELECT total(cost),
      coalesce(sum(usage ->> 'inputTokens'), 0), coalesce(sum(usage ->> 'cachedTokens'), 0),
      coalesce(sum(usage ->> 'outputTokens'), 0) FROM steps WHERE conversation = conversations.id);

  CREATE INDEX newest ON conversations (changed_at, id);
  CREATE INDEX ends_placed ON turns (conversation, position) WHERE position IS NOT NULL;
  CREATE INDEX ends_changed ON turns (conversation, sequence) WHERE position IS NOT NULL;
  CREATE INDEX messages_changed ON messages (conversation, sequence);
  CREATE INDEX summaries ON steps (conversation, position) WHERE covers IS NOT NULL;
  CREATE INDEX steps_changed ON steps (conversation, sequence);
  CREATE INDEX asked ON calls (conversation) WHERE state = 'waiting';
`;

import { newConversationId } from '../../base/ids.ts';
import type { Row, Rows } from './rows.ts';

export type Conversation = {
  readonly id: string;
  readonly cwd: string;
  readonly model: string;
  /** Whether it goes on after its answer when something rings. */
  readonly hears: boolean;
};

/** `id`: of who creates it, so that it can be done again. */
export type NewConversation = Pick<Conversation, 'cwd' | 'model'> &
  Partial<Pick<Conversation, 'id' | 'hears'>>;

/** A conversation as a list shows it. */
export type Listed = Conversation & {
  /** How it begins. */
  readonly begins: string;
  readonly createdAt: number;
  /** When something was said last. */
  readonly changedAt: number;
  readonly state: string;
  /** Of its last change. */
  readonly sequence: number;
  /** In US dollars, as far as it is known. */
  readonly cost: number;
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number };
  /** What its last step was shown and said. */
  readonly context: number;
  /** Whether a turn is open, or something waits for one. */
  readonly isWorking: boolean;
  /** Calls that wait for a person's answer. */
  readonly pendingApprovals: number;
};

export type Page = { readonly conversations: readonly Listed[]; readonly next: string | undefined };

const COLUMNS = `*, EXISTS (SELECT 1 FROM turns WHERE conversation = conversations.id AND state = 'open')
    OR EXISTS (SELECT 1 FROM messages WHERE conversation = conversations.id AND position IS NULL
      AND (kind = 'person' OR (conversations.state = 'open' AND conversations.hears = 1)))
    OR EXISTS (SELECT 1 FROM goals WHERE conversation = conversations.id AND goals.state = 'working'
      AND conversations.state = 'open' AND conversations.hears = 1) AS working,
  (SELECT count(*) FROM calls WHERE conversation = conversations.id AND state = 'waiting') AS asked,
  (SELECT (usage ->> 'inputTokens') + (usage ->> 'outputTokens') FROM steps
     WHERE conversation = conversations.id AND usage IS NOT NULL AND judges IS NULL ORDER BY position DESC LIMIT 1) AS context`;

export function createConversation(
  rows: Rows,
  { id = newConversationId(), cwd, model, hears = true }: NewConversation,
): Conversation {
  const now = Date.now();
  const sql =
    'INSERT OR IGNORE INTO conversations (id, cwd, model, hears, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?)';
  rows.run(sql, id, cwd, model, Number(hears), now, now);
  return getConversation(rows, id) ?? { id, cwd, model, hears };
}

export function getConversation(rows: Rows, id: string): Conversation | undefined {
  const row = rows.get('SELECT id, cwd, model, hears FROM conversations WHERE id = ?', id);
  return row && toConversation(row);
}

export function setModel(rows: Rows, id: string, model: string): void {
  rows.transaction(() => {
    rows.run('UPDATE conversations SET model = ? WHERE id = ?', model, id);
    rows.nextSequence(id);
  });
}

export function setHears(rows: Rows, id: string, hears: boolean): void {
  rows.run('UPDATE conversations SET hears = ? WHERE id = ?', Number(hears), id);
}

export function summarise(rows: Rows, id: string): Listed | undefined {
  const row = rows.get(`SELECT ${COLUMNS} FROM conversations WHERE id = ?`, id);
  return row && toListed(row);
}

/** Newest first. `cursor`: the `next` of the page before. `word`: in how it begins, or in its folder. */
export function listPage(rows: Rows, limit: number, cursor?: string, word = ''): Page {
  const [changed = String(Number.MAX_SAFE_INTEGER), id = ''] = cursor?.split(' ') ?? [];
  const found = rows.all(
    `SELECT ${COLUMNS} FROM conversations WHERE (changed_at, id) < (?1, ?2)
       AND (?3 = '' OR instr(lower(begins), lower(?3)) OR instr(lower(cwd), lower(?3)))
     ORDER BY changed_at DESC, id DESC LIMIT ?4`,
    ...[Number(changed), id, word, limit + 1],
  );
  const conversations = found.slice(0, limit).map(toListed);
  const last = conversations.at(-1);
  return { conversations, next: found.length > limit && last ? `${last.changedAt} ${last.id}` : undefined };
}

/** Full ids that begin so; two are enough to know that one is not clear. */
export function idsFrom(rows: Rows, prefix: string): string[] {
  const full = prefix.startsWith('conv_') ? prefix : `conv_${prefix}`;
  const sql = 'SELECT id FROM conversations WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 2';
  return rows.all(sql, full.length, full).map(({ id }) => String(id));
}

/** Those in which something is to be done: whoever comes up goes on with them. */
export function unfinished(rows: Rows): string[] {
  const found = rows.all(
    `SELECT conversation FROM turns WHERE state = 'open'
     UNION SELECT conversation FROM messages JOIN conversations ON conversations.id = conversation
       WHERE position IS NULL AND conversations.state = 'open' AND (kind = 'person' OR hears = 1)
     UNION SELECT id FROM conversations WHERE state = 'open' AND compaction = 'asked'
     UNION SELECT conversation FROM goals JOIN conversations ON conversations.id = conversation
       WHERE (goals.state = 'working' OR look = 1) AND conversations.state = 'open' AND hears = 1
     UNION SELECT conversation FROM void_barriers
     UNION SELECT conversation FROM told WHERE acknowledged = 0`,
  );
  return found.map(({ conversation }) => String(conversation));
}

export function hasOpenTurn(rows: Rows): boolean {
  return rows.get("SELECT 1 FROM turns WHERE state = 'open' LIMIT 1") !== undefined;
}

function toConversation(row: Row): Conversation {
  return { id: String(row.id), cwd: String(row.cwd), model: String(row.model), hears: row.hears === 1 };
}

function toListed(row: Row): Listed {
  return {
    ...toConversation(row),
    begins: String(row.begins),
    createdAt: Number(row.created_at),
    changedAt: Number(row.changed_at),
    state: String(row.state),
    sequence: Number(row.sequence),
    cost: Number(row.cost),
    tokens: {
      input: Number(row.input_tokens),
      cached: Number(row.cached_tokens),
      output: Number(row.output_tokens),
    },
    context: Number(row.context),
    isWorking: row.working === 1,
    pendingApprovals: Number(row.asked),
  };
}

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RingerRule } from '../base/config.ts';

/** Which ringer a session has. */
export type Binding = {
  readonly session: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /**
   * `user`: set by a person; `agent`: a call of the session brought it along; `config`: by a pattern of config.json; `own`: by
   * one of our own.
   */
  readonly origin: 'user' | 'agent' | 'config' | 'own';
};

/** Sessions by a pattern; one of config.json where it does not say otherwise. */
export type Rule = RingerRule & { readonly origin?: 'own' };

type Row = {
  readonly session: string;
  readonly kind: string;
  readonly settings: string;
  readonly origin: 'user' | 'agent';
};

/** What a person has set wins over the configuration, and that over what an agent brings along. */
export class Bindings {
  readonly #rules: readonly Rule[];
  readonly #get: StatementSync;
  readonly #all: StatementSync;
  readonly #set: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync, rules: readonly Rule[]) {
    this.#rules = rules;
    this.#get = database.prepare('SELECT * FROM ringers WHERE session = ?');
    this.#all = database.prepare('SELECT * FROM ringers ORDER BY session');
    this.#set = database.prepare(
      'INSERT OR REPLACE INTO ringers (session, kind, settings, origin, created_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#remove = database.prepare('DELETE FROM ringers WHERE session = ?');
  }

  get(session: string): Binding | undefined {
    const row = this.#get.get(session) as Row | undefined;
    if (row?.origin === 'user') return toBinding(row);
    const rule = this.#rules.find((one) => matches(one.session, session));
    if (rule) return { origin: 'config', ...rule, session };
    return row && toBinding(row);
  }

  all(): Binding[] {
    return (this.#all.all() as Row[]).map(toBinding);
  }

  /** False when it says what is known already, or a person has decided otherwise. */
  set(
    { session, kind, settings, origin }: Binding & { readonly origin: 'user' | 'agent' },
    now: number,
  ): boolean {
    const known = this.#get.get(session) as Row | undefined;
    const text = JSON.stringify(settings);
    if (known?.origin === 'user' && origin === 'agent') return false;
    if (known?.kind === kind && known.settings === text && known.origin === origin) return false;
    this.#set.run(session, kind, text, origin, now);
    return true;
  }

  remove(session: string): boolean {
    return this.#remove.run(session).changes === 1;
  }

  /** What the other session has already stays, unless only here a person has decided. */
  move(from: string, to: string, now: number): void {
    const row = this.#get.get(from) as Row | undefined;
    if (!row) return;
    const other = this.#get.get(to) as Row | undefined;
    if (!other || (other.origin === 'agent' && row.origin === 'user'))
      this.#set.run(to, row.kind, row.settings, row.origin, now);
    this.#remove.run(from);
  }
}

function toBinding({ session, kind, settings, origin }: Row): Binding {
  return { session, kind, settings: JSON.parse(settings) as Record<string, unknown>, origin };
}

function matches(pattern: string, session: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(session);
}

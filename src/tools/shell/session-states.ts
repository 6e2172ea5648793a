import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { shortHash } from '../../base/short-hash.ts';
import { storeFile } from '../../base/store-file.ts';
import { type Changes, noChanges } from './changes.ts';

/** The state of a session that lasts from one command to the next. */
type SessionState = Changes & {
  /** Undefined: the caller's folder. */
  readonly cwd?: string;
  /** Where `cd -` goes back to. */
  readonly previous?: string;
};

const MOST_SESSIONS = 500;
const LARGEST_FILE = 4 * 1024 * 1024;

const schema = z.object({
  session: z.string(),
  cwd: z.exactOptional(z.string()),
  previous: z.exactOptional(z.string()),
  set: z.record(z.string(), z.string()),
  unset: z.array(z.string()),
});

/** One file per session, so that it survives the daemon. An unreadable file counts as missing. */
export class SessionStates {
  readonly #folder: () => string;
  readonly #isActive: (session: string) => boolean;
  readonly #known = new Map<string, SessionState>();

  constructor(folder: () => string, isActive: (session: string) => boolean = () => false) {
    this.#folder = folder;
    this.#isActive = isActive;
  }

  get(session: string): SessionState {
    const known = this.#known.get(session) ?? this.#read(session) ?? noChanges;
    this.#remember(session, known);
    return known;
  }

  set(session: string, state: SessionState): void {
    this.#remember(session, state);
    const path = this.#pathOf(session);
    const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
    try {
      storeFile(path, JSON.stringify({ session, ...state }));
      if (isNew) this.#dropOldest();
    } catch {
      // No room: the session keeps its state as long as this daemon runs.
    }
  }

  /** What `to` already has takes precedence. */
  move(from: string, to: string): void {
    const state = this.get(from);
    if (from === to) return;
    if (state !== noChanges && this.get(to) === noChanges) this.set(to, state);
    this.#known.delete(from);
    rmSync(this.#pathOf(from), { force: true });
  }

  #remember(session: string, state: SessionState): void {
    this.#known.delete(session);
    this.#known.set(session, state);
    if (this.#known.size <= MOST_SESSIONS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  #read(session: string): SessionState | undefined {
    const stored = readStored(this.#pathOf(session));
    return stored?.session === session ? toState(stored) : undefined;
  }

  #dropOldest(): void {
    const folder = this.#folder();
    const files = readdirSync(folder).filter((name) => /^session-\w+\.json$/.test(name));
    if (files.length <= MOST_SESSIONS) return;
    const ages = files.map((name) => ({
      path: join(folder, name),
      at: statSync(join(folder, name)).mtimeMs,
    }));
    ages.sort((a, b) => a.at - b.at);
    let surplus = files.length - MOST_SESSIONS;
    for (const { path } of ages) {
      if (surplus === 0) return;
      if (this.#isKept(path)) continue;
      rmSync(path, { force: true });
      surplus -= 1;
    }
  }

  /** Its next command would be in another folder than what runs (promise 28). Who cannot be asked about is kept. */
  #isKept(path: string): boolean {
    const session = readStored(path)?.session;
    if (session === undefined) return false;
    try {
      return this.#isActive(session);
    } catch {
      return true;
    }
  }

  #pathOf(session: string): string {
    const name = shortHash(session, 32);
    return join(this.#folder(), `session-${name}.json`);
  }
}

function readStored(path: string): z.infer<typeof schema> | undefined {
  try {
    if (statSync(path).size > LARGEST_FILE) return undefined;
    const result = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

function toState({ session: _, cwd, previous, ...changes }: z.infer<typeof schema>): SessionState {
  const isPassable = (name: string, value = '') => /^[^=\0]+$/.test(name) && !value.includes('\0');
  return {
    ...(cwd?.startsWith('/') && { cwd }),
    ...(previous?.startsWith('/') && { previous }),
    set: Object.fromEntries(Object.entries(changes.set).filter(([name, value]) => isPassable(name, value))),
    unset: changes.unset.filter((name) => isPassable(name)),
  };
}

import { LOCAL } from '../base/environment-name.ts';

/** How values of one kind are stored: as SQLite takes them, and as JSON in the file `spec`. */
type Kind<Value, Stored> = {
  readonly sql: 'TEXT' | 'INTEGER';
  readonly store: (value: Value) => Stored;
  readonly load: (stored: Stored) => Value;
  /** The value that a spec holds; undefined where it is damaged. */
  readonly parse: (given: unknown) => Value | undefined;
};

type Field<Value, Stored, Column extends string> = Kind<Value, Stored> & {
  readonly column: Column;
  /** Where nothing was asked for, and for a spec that does not say. */
  readonly otherwise: Value;
};

const text: Kind<string, string> = {
  sql: 'TEXT',
  store: (value) => value,
  load: (stored) => stored,
  parse: (given) => (typeof given === 'string' ? given : undefined),
};
const flag: Kind<boolean, number> = {
  sql: 'INTEGER',
  store: Number,
  load: (stored) => stored === 1,
  parse: (given) => (typeof given === 'boolean' ? given : undefined),
};
const count: Kind<number, number> = {
  sql: 'INTEGER',
  store: (value) => value,
  load: (stored) => stored,
  parse: (given) =>
    typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 ? given : undefined,
};
const texts: Kind<readonly string[], string> = {
  sql: 'TEXT',
  store: JSON.stringify,
  load: (stored) => JSON.parse(stored),
  parse: (given) =>
    Array.isArray(given) ? given.filter((one): one is string => typeof one === 'string') : undefined,
};

/**
 * Everything that is remembered of a start, by its name in a request, a snapshot and the file `spec`; a new one is a line here.
 * A home from before gets its column when it is opened.
 */
const startFields = {
  command: field(text, 'command', '(not known: its spec is damaged)'),
  cwd: field(text, 'cwd', ''),
  session: field(text, 'session', ''),
  task: field(text, 'task', ''),
  /** What people and agents call it; empty: nothing. */
  name: field(text, 'name', ''),
  /** Which of our own programs it is (src/system/): left out wherever users' processes are listed, counted or ended. */
  system: field(text, 'system', ''),
  /** The task of a delegation that it carries out, as `dlg_…/0`: of its end only that is told. Empty: none. */
  delegation: field(text, 'delegation', ''),
  /** A configured one; default: this machine. */
  environment: field(text, 'environment', LOCAL),
  pty: field(flag, 'pty', false),
  stdin: field(flag, 'stdin', false),
  cols: field(count, 'cols', 120),
  rows: field(count, 'rows', 30),
  /** Stored for the notifications to come. */
  notifyOnComplete: field(flag, 'notify_on_complete', false),
  /** Which ends are told, where that was asked for: `always`, or only a `failure`. */
  notifyOn: field(text, 'notify_on', 'always'),
  watchPatterns: field(texts, 'watch_patterns', []),
  /** Seconds after its start at which its session is told that it still runs; 0: never. */
  deadline: field(count, 'deadline', 0),
  /** Seconds between two times at which its session is told that it still runs; 0: never. */
  heartbeat: field(count, 'heartbeat', 0),
  /** Seconds without output after which its session is told; 0: never. */
  quietAfter: field(count, 'quiet_after', 0),
  /** What shows that it is ready: a pattern, `:PORT`, a URL or `!command`; empty: nobody asked. */
  ready: field(text, 'ready', ''),
  /** When that was seen, in milliseconds since 1970; 0: not yet. */
  readyAt: field(count, 'ready_at', 0),
  /** Processes that have to end well, or be ready, before it begins. */
  after: field(texts, 'after_ids', []),
  /** Default: what is configured. */
  logLimitBytes: field(count, 'log_limit', 0),
  /** Its caller waits for it: once ended it is not listed, and is removed first. */
  foreground: field(flag, 'foreground', false),
  startedAt: field(count, 'started_at', 0),
};

type Fields = typeof startFields;
type Name = keyof Fields;
type AnyField = Field<unknown, string | number, Fields[Name]['column']>;

export type StartValues = { readonly [N in Name]: ReturnType<Fields[N]['load']> };
/** The same as columns of a row. */
export type StartColumns = {
  readonly [N in Name as Fields[N]['column']]: ReturnType<Fields[N]['store']>;
};

const entries = Object.entries(startFields) as unknown as readonly (readonly [Name, AnyField])[];

export const startColumns = entries.map(([, { column }]) => column);

/** What the engine calls each field of a request on the wire; what is not here is called the same. */
const wireNames = {
  ...(Object.fromEntries(entries.map(([name, { column }]) => [column, name])) as {
    readonly [N in Name as Fields[N]['column']]: N;
  }),
  session_key: 'session',
  workdir: 'cwd',
  max_runtime: 'maxRuntimeSeconds',
} as const;
type EngineName<Key> = Key extends keyof typeof wireNames ? (typeof wireNames)[Key] : Key;

/** A request, or a part of one, by the engine's names. */
export function fromWire<Given extends object>(given: Given) {
  const names: Readonly<Record<string, string>> = wireNames;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [names[key] ?? key, value])) as {
    [Key in keyof Given as EngineName<Key> & string]: Given[Key];
  };
}

/** Those with which somebody asks to be told of something. */
export const wishColumns = [
  'notify_on_complete',
  'watch_patterns',
  'deadline',
  'heartbeat',
  'quiet_after',
  'ready',
] as const;

export function toColumns(values: StartValues): StartColumns {
  return collect(({ column, store }, name) => [column, store(values[name])]) as StartColumns;
}

export function fromColumns(row: StartColumns): StartValues {
  return collect(({ column, load }, name) => [name, load(row[column])]) as StartValues;
}

/** From whatever was given: what is missing or of a wrong type is replaced, never trusted. */
export function toValues(given: object, otherwise: Partial<StartValues>): StartValues {
  const unchecked: Readonly<Record<string, unknown>> = { ...given };
  return collect((field, name) => [
    name,
    field.parse(unchecked[name]) ?? otherwise[name] ?? field.otherwise,
  ]) as StartValues;
}

/** SQL of the columns that are not among `present`, as they are added to a table. */
export function missingColumns(present: readonly string[]): readonly string[] {
  return entries
    .filter(([, { column }]) => !present.includes(column))
    .map(([, { column, sql, store, otherwise }]) => {
      const stored = store(otherwise);
      return `${column} ${sql} NOT NULL DEFAULT ${typeof stored === 'string' ? `'${stored}'` : stored}`;
    });
}

function collect(toEntry: (field: AnyField, name: Name) => readonly [string, unknown]): object {
  return Object.fromEntries(entries.map(([name, field]) => toEntry(field, name)));
}

function field<Value, Stored, Column extends string>(
  kind: Kind<Value, Stored>,
  column: Column,
  otherwise: Value,
): Field<Value, Stored, Column> {
  return { ...kind, column, otherwise };
}

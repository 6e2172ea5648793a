/** What a configuration file holds, in either format. */
export type Value = string | number | boolean | null | readonly Value[] | Fields;
export type Fields = { readonly [key: string]: Value };

export type Scope = 'user' | 'project';

/** What decides where configuration lies. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly userFolder: string;
  readonly projectFolder: string;
  readonly env: NodeJS.ProcessEnv;
};

/** How a client is to start the MCP server. */
export type Launch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** What one client's file has to say about us. */
export type Entry = {
  readonly path: readonly string[];
  /** What must be so. */
  readonly fields: Fields;
  /** What is written where nothing is said; a person's own value stays. */
  readonly defaults: Fields;
  /** Something of ours that also has to stand in a list. */
  readonly listed?: Listed;
};

export type Listed = {
  readonly path: readonly string[];
  readonly item: string;
  /** Also true of one that an earlier version, or one in another folder, wrote. */
  readonly isOurs: (item: Value) => boolean;
};

export type Format = 'json' | 'toml';

export type Client = {
  readonly name: string;
  readonly title: string;
  readonly format: Format;
  /** Started from a desktop, it has neither the shell's PATH nor its variables. */
  readonly isGraphical: boolean;
  /** Where its configuration may be: the first that exists counts, and if none does, the first is made. */
  readonly files: { readonly [Each in Scope]?: (machine: Machine) => readonly string[] };
  /** Programs and paths that show that it is installed. */
  readonly programs: readonly string[];
  readonly traces: (machine: Machine) => readonly string[];
  /** `document` is what the file holds now: some clients have changed their format. */
  readonly entry: (launch: Launch, document: Value) => Entry;
  /** What the person does next. */
  readonly next: string;
};

/** The name that we go by in every client. */
export const ENTRY_NAME = 'ringback';

/** A foreground command may wait ten minutes; a client that gives up earlier never sees its result. */
export const LONGEST_CALL_SECONDS = 660;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function valueAt(value: Value, path: readonly string[]): Value | undefined {
  let found: Value | undefined = value;
  for (const key of path) {
    if (!isFields(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

import { type Entry, type Format, type Value, valueAt } from './client.ts';
import { parseDocument } from './jsonc/document.ts';
import { putJson, takeJson } from './jsonc/format.ts';
import { putToml, takeToml, tomlValue } from './toml/format.ts';

/** Text in, text out: everything that is not ours stays as it was, to the byte. */
type Editor = {
  /** What the file holds, as far as a client wants to know it. */
  readonly read: (text: string) => Value;
  readonly find: (text: string, path: readonly string[]) => Value | undefined;
  readonly put: (text: string, entry: Entry) => string;
  readonly take: (text: string, entry: Entry) => string;
};

export const formats: Readonly<Record<Format, Editor>> = {
  json: {
    read: (text) => parseDocument(text).value,
    find: (text, path) => valueAt(parseDocument(text).value, path),
    put: putJson,
    take: takeJson,
  },
  toml: { read: () => ({}), find: tomlValue, put: putToml, take: takeToml },
};

/** Records: `key=value` entries, ended by a newline in files and by NUL in frames (keeper/PROTOCOL.md). */

/** Of a key that repeats the last value counts; only requests repeat keys, and those are only written here. */
export type Fields = ReadonlyMap<string, string>;

export type Entry = readonly [key: string, value: string | number | boolean];

/** An entry of a frame. A value with NUL in it would be read as the next entry: callers have refused it before. */
export function encodeEntry(key: string, value: string | number | boolean): string {
  return `${key}=${typeof value === 'boolean' ? Number(value) : value}\0`;
}

export function encodeRecord(entries: readonly Entry[]): Buffer {
  return Buffer.from(entries.map(([key, value]) => encodeEntry(key, value)).join(''));
}

/** Tolerant: what is no entry is left out, and so is an entry that was cut before its end. */
export function parseRecord(text: string, end: '\0' | '\n'): Fields {
  const fields = new Map<string, string>();
  for (let from = 0; ; ) {
    const to = text.indexOf(end, from);
    if (to < 0) return fields;
    const equals = text.indexOf('=', from);
    if (equals > from && equals < to) fields.set(text.slice(from, equals), text.slice(equals + 1, to));
    from = to + 1;
  }
}

const LATEST_DATE = 8_640_000_000_000_000;

/** A whole decimal number, else undefined. */
export function numberField(fields: Fields, key: string): number | undefined {
  const text = fields.get(key);
  if (text === undefined || !/^-?\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Milliseconds since 1970 that a `Date` can hold, else undefined: whoever shows it must not fail. */
export function timeField(fields: Fields, key: string): number | undefined {
  const value = numberField(fields, key);
  return value !== undefined && value >= 0 && value <= LATEST_DATE ? value : undefined;
}

export function truthField(fields: Fields, key: string): boolean {
  return fields.get(key) === '1';
}

import { readFileSync } from 'node:fs';
import type { WireRingerKind } from '../../wire/ringer.ts';
import { UsageError } from '../usage-error.ts';

type Property = { readonly type?: string; readonly description?: string; readonly default?: unknown };

/** JSON Schema, as far as it is needed here: a ringer's settings are flat. */
export type SettingsSchema = {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
};

/** `KEY=VALUE`; `KEY=@FILE` reads a file, which keeps a token out of the shell's history; `KEY=@@…` is a value that begins with @. */
export function parseSettings(words: readonly string[], kind: WireRingerKind): Record<string, unknown> {
  const { properties = {} } = kind.settings as SettingsSchema;
  const settings: Record<string, unknown> = {};
  for (const word of words) {
    const equals = word.indexOf('=');
    const key = word.slice(0, equals);
    // The message does not repeat it: it may be a secret.
    if (equals < 1) throw new UsageError('settings must be KEY=VALUE', listKeys(kind.kind, properties));
    if (!Object.hasOwn(properties, key))
      throw new UsageError(`unknown setting '${key}' of ${kind.kind}`, listKeys(kind.kind, properties));
    if (key in settings) throw new UsageError(`${key} is given twice`);
    settings[key] = toValue(key, readValue(key, word.slice(equals + 1)), properties[key]?.type);
  }
  return settings;
}

function listKeys(kind: string, properties: object): string {
  const keys = Object.keys(properties);
  return keys.length === 0 ? `${kind} has no settings.` : `Settings of ${kind}: ${keys.join(', ')}`;
}

function readValue(key: string, text: string): string {
  if (text.startsWith('@@')) return text.slice(1);
  if (!text.startsWith('@')) return text;
  try {
    return readFileSync(text.slice(1), 'utf8').trimEnd();
  } catch (error) {
    throw new UsageError(`cannot read ${key}: ${(error as Error).message}`);
  }
}

function toValue(key: string, text: string, type: string | undefined): unknown {
  if (type === 'boolean') {
    if (/^(true|yes|1)$/.test(text)) return true;
    if (/^(false|no|0)$/.test(text)) return false;
    throw new UsageError(`${key} must be true or false`);
  }
  if (type === 'number' || type === 'integer') {
    if (text === '' || Number.isNaN(Number(text))) throw new UsageError(`${key} must be a number`);
    return Number(text);
  }
  return type === 'array' ? text.split(/[\s,]+/).filter(Boolean) : text;
}

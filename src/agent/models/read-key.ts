import { readFileSync, statSync } from 'node:fs';
import type { Provider } from './providers.ts';

/** The provider's key, from its variable or file; undefined when there is none, or others can read the file. */
export function readKey(
  { keyVariables, keyFile }: Provider,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const found = keyVariables.map((name) => env[name]?.trim()).find(Boolean);
  return found ?? (keyFile === undefined ? undefined : readPrivate(keyFile));
}

function readPrivate(path: string): string | undefined {
  try {
    if (statSync(path).mode & 0o077) return undefined;
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

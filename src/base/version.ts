import { readFileSync } from 'node:fs';

/** Set by scripts/build.ts; undefined when running from the sources. */
declare const RINGBACK_VERSION: string | undefined;

export function ringbackVersion(): string {
  if (typeof RINGBACK_VERSION === 'string') return RINGBACK_VERSION;
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, defaultConfig } from './config.ts';
import { RingbackError } from './errors.ts';

/** The defaults, changed by what `<home>/config.json` says. */
export async function loadConfig(home: string): Promise<Config> {
  const path = join(home, 'config.json');
  const text = readIfPresent(path);
  if (text === undefined) return defaultConfig;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new RingbackError(
      'bad_request',
      `${path} is not JSON: ${(error as Error).message}.`,
      'Fix or remove it.',
    );
  }
  // Loaded only when there is something to check.
  const { parseConfig } = await import('./config-schema.ts');
  return parseConfig(json, path);
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new RingbackError('bad_request', `${path} cannot be read: ${(error as Error).message}.`);
  }
}

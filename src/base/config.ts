import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RingbackError } from './errors.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Every figure of behaviour.md that can be changed in `<home>/config.json`. */
export const defaultConfig = {
  /** Log of one process on disk, its head included. */
  logLimitBytes: 64 * MIB,
  /** The beginning of a log, which stays whatever is printed later. */
  logHeadBytes: 1 * MIB,
  /** All logs of the home together. */
  homeLogBytes: 4 * GIB,
  /** How long an ended process is kept after it ended. */
  retentionMs: 30 * MINUTE,
  /** How many ended processes are kept at most … */
  endedProcesses: 64,
  /** … but none is removed this soon after its end. */
  endedProtectionMs: 5 * MINUTE,
  /** Between SIGTERM and SIGKILL; 0: no escalation. */
  killGraceMs: 2_000,
  /** The longest a single `wait` waits. */
  waitLimitSeconds: 180,
  listPreviewCharacters: 200,
  pollPreviewCharacters: 1_000,
  waitOutputCharacters: 2_000,
  waitTimeoutCharacters: 1_000,
  killOutputCharacters: 1_000,
  logLines: 200,
  terminalCols: 120,
  terminalRows: 30,
  /** A running process older than this no longer protects its session from being reset. */
  staleAfterMs: 24 * HOUR,
  /** A daemon with nothing to do leaves after this. */
  idleExitSeconds: 300,
};

export type Config = Readonly<typeof defaultConfig>;

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
      'Mend or remove it.',
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

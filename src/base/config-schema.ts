import { z } from 'zod';
import { type Config, defaultConfig } from './config.ts';
import { RingbackError } from './errors.ts';

const MIB = 1024 * 1024;
const figure = z.number().int();
const atLeast = (least: number) => figure.min(least).max(Number.MAX_SAFE_INTEGER).optional();
const screen = figure.min(1).max(10_000).optional();

const schema = z.strictObject({
  logLimitBytes: atLeast(64 * 1024),
  logHeadBytes: atLeast(4096),
  homeLogBytes: atLeast(MIB),
  retentionMs: atLeast(0),
  endedProcesses: atLeast(0),
  endedProtectionMs: atLeast(0),
  killGraceMs: atLeast(0),
  waitLimitSeconds: atLeast(1),
  listPreviewCharacters: atLeast(0),
  pollPreviewCharacters: atLeast(0),
  waitOutputCharacters: atLeast(0),
  waitTimeoutCharacters: atLeast(0),
  killOutputCharacters: atLeast(0),
  logLines: atLeast(1),
  terminalCols: screen,
  terminalRows: screen,
  staleAfterMs: atLeast(0),
  idleExitSeconds: atLeast(0),
} satisfies Record<keyof Config, z.ZodType>);

/** The defaults with the figures of `json`; every wrong key is named. */
export function parseConfig(json: unknown, path: string): Config {
  const result = schema.safeParse(json);
  if (!result.success) {
    const problems = result.error.issues.map((issue) =>
      issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
    );
    throw new RingbackError('bad_request', `${path} is wrong: ${problems.join('; ')}.`, `Mend ${path}.`);
  }
  const given = Object.entries(result.data).filter(([, value]) => value !== undefined);
  return { ...defaultConfig, ...Object.fromEntries(given) };
}

import * as z from 'zod/mini';
import { type Config, defaultConfig } from './config.ts';
import { RingbackError } from './errors.ts';
import { validate } from './validate.ts';

const MIB = 1024 * 1024;
const between = (least: number, most: number) =>
  z.exactOptional(
    z.number().check(z.refine(Number.isSafeInteger, 'must be a whole number'), z.gte(least), z.lte(most)),
  );
const atLeast = (least: number) => between(least, Number.MAX_SAFE_INTEGER);
const screen = between(1, 10_000);

const schema = z.strictObject({
  logLimitBytes: atLeast(64 * 1024),
  logHeadBytes: atLeast(4096),
  homeLogBytes: atLeast(MIB),
  retentionMs: atLeast(0),
  endedProcesses: atLeast(0),
  endedProtectionMs: atLeast(0),
  callIdMs: atLeast(0),
  killGraceMs: atLeast(0),
  foregroundSeconds: atLeast(1),
  foregroundLimitSeconds: atLeast(1),
  mcpWaitSeconds: atLeast(1),
  waitLimitSeconds: atLeast(1),
  listPreviewCharacters: atLeast(0),
  pollPreviewCharacters: atLeast(0),
  waitOutputCharacters: atLeast(0),
  waitTimeoutCharacters: atLeast(0),
  killOutputCharacters: atLeast(0),
  logLines: atLeast(1),
  logCharacters: atLeast(1),
  outputCharacters: atLeast(1),
  terminalCols: screen,
  terminalRows: screen,
  staleAfterMs: atLeast(0),
  idleExitSeconds: atLeast(0),
  spacingMs: atLeast(0),
  strikes: atLeast(1),
  sessionMatches: atLeast(1),
  allMatches: atLeast(1),
  breakerWindowMs: atLeast(1),
  silenceMs: atLeast(0),
  matchLines: atLeast(1),
  matchCharacters: atLeast(1),
  completionCharacters: atLeast(0),
  quietLineMs: atLeast(0),
  leaseMs: atLeast(1),
  busyLeaseMs: atLeast(1),
  historyMs: atLeast(0),
  historyCount: atLeast(0),
  listen: z.exactOptional(z.string()),
  ringers: z.exactOptional(
    z.array(
      z.strictObject({
        session: z.string().check(z.minLength(1)),
        kind: z.string().check(z.minLength(1)),
        settings: z._default(z.record(z.string(), z.unknown()), {}),
      }),
    ),
  ),
  environments: z.exactOptional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  redactSecrets: z.exactOptional(z.boolean()),
  codeTimeoutSeconds: atLeast(1),
  codeTimeoutLimitSeconds: atLeast(1),
  codeMemoryBytes: atLeast(64 * MIB),
  codeOutputBytes: atLeast(64 * 1024),
  codeCalls: atLeast(0),
  codeIsolation: z.exactOptional(z.boolean()),
  codeNetwork: z.exactOptional(z.boolean()),
  passVariables: z.exactOptional(z.array(z.string())),
} satisfies Record<keyof Config, z.ZodMiniType>);

/** The defaults with the figures of `json`; every wrong key is named. */
export function parseConfig(json: unknown, path: string): Config {
  try {
    return { ...defaultConfig, ...validate(schema, json, 'it') };
  } catch (error) {
    throw new RingbackError('bad_request', `${path} is wrong: ${(error as Error).message}`, `Mend ${path}.`);
  }
}

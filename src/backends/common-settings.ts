import * as z from 'zod/mini';
import { isCleanText, NOT_CLEAN } from '../base/clean-text.ts';
import { optional } from '../base/schema.ts';
import { syncSchema } from './sync/settings.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

const text = z.string().check(z.refine(isCleanText, NOT_CLEAN));
const absolute = text.check(z.refine((path) => path.startsWith('/'), 'must be an absolute path'));
const folder = text.check(
  z.refine((path) => /^(\/|~(\/|$))/.test(path), 'must be an absolute path, or begin with ~/'),
);
const seconds = (standard: number) =>
  z._default(
    z
      .number()
      .check(z.refine(Number.isSafeInteger, 'must be a whole number of seconds'), z.gte(0), z.lte(10 ** 9)),
    standard,
  );

/** What every environment can be told, whatever its kind; no kind has a setting of one of these names. */
export const commonSchema = z.strictObject({
  folder: optional(
    absolute,
    'Where the keeper and what it keeps are put there. Default: in the state folder of the user',
  ),
  cwd: optional(folder, 'The folder that commands start in. Default: the home there'),
  shell: optional(absolute, 'The shell that runs commands there. Default: that of the user there'),
  variables: z._default(z.record(text.check(z.regex(/^[^=]+$/, 'is no name of a variable')), text), {}),
  idleStopSeconds: seconds(5 * MINUTE),
  lostAfterSeconds: seconds(DAY),
  sync: z.exactOptional(syncSchema),
});

/**
 * `idleStopSeconds`: so long after its last process a place that we made is let go; 0: never.
 * `lostAfterSeconds`: what cannot be reached for so long is given up; 0: never.
 */
export type CommonSettings = z.output<typeof commonSchema>;

export const commonNames: readonly string[] = Object.keys(commonSchema.shape);

import * as z from 'zod/mini';

const isText = (text: string) => text !== '' && !text.includes('\0') && text.isWellFormed();
const text = z.string().check(z.refine(isText, 'must be text without NUL characters'));
const local = text.check(
  z.refine((path) => path.startsWith('/'), 'must be an absolute path on this machine'),
);
const pattern = text.check(z.refine((one) => !/[\r\n]/.test(one), 'must be one line'));

/** The setting `sync` of an environment: which folder goes there before a command, and what comes back after it. */
export const syncSchema = z.strictObject({
  /** Absent: only starts that name a folder send one. */
  up: z.exactOptional(local),
  /** A folder there. Default: below the folder of the environment, with the name of the one here. */
  to: z.exactOptional(text),
  /** What comes back after the end: patterns as in a .gitignore, below the folder there. */
  down: z._default(z.array(pattern), []),
  /** What is not sent besides what ignore files say, in their syntax. */
  ignore: z._default(z.array(pattern), []),
  /** What vanished here, and was sent, goes there too. */
  delete: z._default(z.boolean(), false),
  /** What comes back may replace what was changed here meanwhile. */
  overwrite: z._default(z.boolean(), false),
  /** The folder .git is sent too. */
  git: z._default(z.boolean(), false),
  /** How long results may take to come back; the end is not told before. */
  downSeconds: z._default(z.int().check(z.gte(1), z.lte(86_400)), 600),
});

export type SyncSettings = z.output<typeof syncSchema>;

/** Of an environment that has no such setting, where a start names a folder. */
export const standardSync: SyncSettings = syncSchema.parse({});

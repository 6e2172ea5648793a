import * as z from 'zod/mini';

const amount = z.optional(z.int().check(z.gte(1)));

export const schema = z
  .strictObject({
    /** Else DAYTONA_API_KEY, where a daemon has it: one that starts by itself keeps no keys. */
    apiKey: z.optional(z.string()),
    apiUrl: z.optional(z.string()),
    target: z.optional(z.string()),
    snapshot: z.optional(z.string()),
    image: z.optional(z.string()),
    /** CPUs, and GiB of memory and disk. Only with an image: a snapshot has its own. */
    resources: z.optional(z.strictObject({ cpu: amount, memory: amount, disk: amount })),
    env: z.optional(z.record(z.string(), z.string())),
    /**
     * Minutes after which Daytona stops a sandbox that nobody calls, whatever runs in it. 0: never, we do it when nothing
     * runs.
     */
    autoStopInterval: z.optional(z.int().check(z.gte(0))),
    /** Whether a sandbox in which nothing runs is stopped, with all its files, or deleted. */
    keep: z.optional(z.boolean()),
    /** A folder whose node_modules has the client library. */
    packages: z.optional(z.string()),
  })
  .check(
    z.refine(({ snapshot, image }) => snapshot === undefined || image === undefined, {
      error: 'needs "snapshot" or "image", not both',
    }),
  );

export type DaytonaSettings = z.infer<typeof schema>;

import * as z from 'zod/mini';
import { described, optional } from '../../../base/schema.ts';

const text = z.string().check(z.regex(/^[^\0]+$/, 'must be text'));
/** What stands first must not be taken for an option. */
const word = text.check(z.regex(/^[^-]/, 'must not begin with -'));
const option = text.check(
  z.regex(/^--[a-z]/, 'must be an option in its long form, with its value after "=", such as "--nv"'),
);

export const schema = z
  .strictObject({
    image: optional(
      word,
      'A SIF file, a sandbox folder, or where to get an image. An instance of it is started',
    ),
    instance: optional(
      z.string().check(z.regex(/^[a-zA-Z0-9._-]+$/, 'is no name of an instance')),
      'An instance that is there. It is never stopped by Ringback',
    ),
    binds: optional(
      z.array(word),
      'What of this machine is seen in it: "source", "source:target", "source:target:ro"',
    ),
    options: optional(
      z.array(option),
      'Further options of "instance start", such as "--nv" or "--writable-tmpfs"',
    ),
    program: described(z._default(word, 'apptainer'), 'The client program, such as "singularity"'),
  })
  .check(
    z.refine(({ image, instance }) => (image === undefined) !== (instance === undefined), {
      error: 'must have one of "image" (an instance of it is started) and "instance" (one that is there)',
    }),
    z.refine(({ instance, binds, options }) => instance === undefined || (!binds && !options), {
      error: 'must not have "binds" or "options" with "instance": it was started with its own',
    }),
  );

export type Settings = z.output<typeof schema>;

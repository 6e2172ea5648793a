import * as z from 'zod/mini';
import { described, optional } from '../../../base/schema.ts';

const text = z.string().check(z.refine((value) => !/[\0\n\r]/.test(value), 'must be one line of text'));
/** A word that begins with a dash would be an option of ssh. */
const word = text.check(
  z.regex(/^[^-\s]\S*$/, 'must be a word without spaces that does not begin with a dash'),
);
const file = text.check(z.regex(/^(\/|~\/)/, 'must be an absolute path, or begin with ~/'));

export const schema = z.strictObject({
  host: described(word, 'A host, user@host, or the name of a Host in ssh_config'),
  user: optional(word, 'Who to be there. Default: as ssh_config says'),
  port: optional(z.int().check(z.gte(1), z.lte(65_535)), 'Default: as ssh_config says'),
  identity: optional(file, 'A private key file to use besides the agent’s keys'),
  config: optional(file, 'Another ssh_config file. Default: ~/.ssh/config'),
  options: z._default(
    described(
      z.record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]*$/, 'is no option of ssh_config')), text),
      'More options as in ssh_config, such as {"ProxyJump": "gate"}',
    ),
    {},
  ),
});

export type Settings = z.output<typeof schema>;

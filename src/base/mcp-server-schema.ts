import * as z from 'zod/mini';
import { withoutPassword } from './schema.ts';

const texts = z.record(z.string(), z.string());
/** An answer that takes longer than a day is none. */
const DAY_SECONDS = 86_400;

export const mcpServerName = z
  .string()
  .check(z.regex(/^[\w.-]{1,64}$/, 'must be a name of letters, digits, _, . and -'));

/** As people know it from other agents. */
export const mcpServerSchema = z
  .strictObject({
    type: z.exactOptional(z.enum(['stdio', 'http', 'streamable-http'])),
    command: z.exactOptional(z.string().check(z.minLength(1))),
    args: z.exactOptional(z.array(z.string())),
    env: z.exactOptional(texts),
    cwd: z.exactOptional(z.string().check(z.minLength(1))),
    url: z.exactOptional(
      z.string().check(z.regex(/^https?:\/\/./, 'must begin with http:// or https://'), withoutPassword),
    ),
    headers: z.exactOptional(texts),
    tools: z.exactOptional(z.array(z.string())),
    timeoutSeconds: z.exactOptional(z.number().check(z.gt(0), z.lte(DAY_SECONDS))),
  })
  .check(
    z.refine(
      ({ command, url }) => (command === undefined) !== (url === undefined),
      'must have either command or url',
    ),
  );

/** A folder's own file, `.mcp.json`. */
export const mcpFileSchema = z.object({ mcpServers: z.record(mcpServerName, mcpServerSchema) });

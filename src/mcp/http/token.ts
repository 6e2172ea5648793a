import { join } from 'node:path';
import { prepareHome } from '../../base/home.ts';
import { readToken } from '../../base/token.ts';

export type Token = { readonly value: string /** Where the user finds it. */; readonly place: string };

/** RINGBACK_MCP_TOKEN, or the one that is stored in the home. */
export function findToken(home: string, env: NodeJS.ProcessEnv = process.env): Token {
  if (env.RINGBACK_MCP_TOKEN) return { value: env.RINGBACK_MCP_TOKEN, place: '$RINGBACK_MCP_TOKEN' };
  prepareHome(home);
  const place = join(home, 'mcp-token');
  return { value: readToken(place), place };
}

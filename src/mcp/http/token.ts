import { timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareHome } from '../../base/home.ts';
import { randomBytes } from '../../base/random.ts';

export type Token = { readonly value: string /** Where a client's user finds it. */; readonly place: string };

/** RINGBACK_MCP_TOKEN, else the one that is kept in the home for this user alone. */
export function findToken(home: string, env: NodeJS.ProcessEnv = process.env): Token {
  if (env.RINGBACK_MCP_TOKEN) return { value: env.RINGBACK_MCP_TOKEN, place: '$RINGBACK_MCP_TOKEN' };
  prepareHome(home);
  const place = join(home, 'mcp-token');
  return { value: readToken(place) || createToken(place), place };
}

/** The same time for every wrong one. */
export function bearsToken(header: string | null, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  const [ours, theirs] = [Buffer.from(token), Buffer.from(given)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

function createToken(file: string): string {
  const token = randomBytes(32).toString('base64url');
  try {
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return token;
  } catch (error) {
    // Another server was faster: one token for both.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && readToken(file)) return readToken(file);
    throw error;
  }
}

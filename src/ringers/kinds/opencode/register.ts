import * as z from 'zod/mini';
import { RINGER_ARGUMENT, SESSION_ARGUMENT } from '../../../wire/reserved-arguments.ts';
import type { WireToolCall } from '../../../wire/tool.ts';

/** Our plugin tells a place on this machine. Anything else was not written by it, and a model may write arguments too. */
const place = z.union([
  z.object({ url: z.string().check(z.refine(isLoopback)) }),
  z.object({ socket: z.string().check(z.regex(/^\/.*\/ringback-opencode-\d+\/[0-9a-f]+(-\d+)?\.sock$/)) }),
]);
const folder = z.object({ directory: z.string().check(z.startsWith('/')) });
const told = z.object({ [SESSION_ARGUMENT]: z.string(), [RINGER_ARGUMENT]: z.unknown() });

/** How a session of opencode's can be rung without anybody's set-up: its plugin says with every call where it is now. */
export function registerOpencode(sessionKey: string, given: unknown): WireToolCall['ringer'] {
  const { data } = told.safeParse(given);
  // A session that was given otherwise is no conversation of opencode's.
  if (!data || sessionKey !== `opencode:${data[SESSION_ARGUMENT]}`) return undefined;
  const found = place.safeParse(data[RINGER_ARGUMENT]);
  if (!found.success) return undefined;
  return { kind: 'opencode', settings: { ...found.data, ...folder.safeParse(data[RINGER_ARGUMENT]).data } };
}

function isLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'http:' && `${username}${password}` === '' && isOwn(hostname);
}

/** `URL` has turned every other way to write such an address into one of these. */
function isOwn(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

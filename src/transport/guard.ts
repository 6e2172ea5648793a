/** Who may call over TCP (promise 16). Loaded only by a daemon that listens there. */
import type { IncomingMessage } from 'node:http';
import { RingbackError } from '../base/errors.ts';
import { knownHosts, type LoopbackAddress } from '../base/loopback.ts';
import { bearerOf, isSameToken } from '../base/token.ts';

export type Guard = (request: Pick<IncomingMessage, 'headers' | 'url' | 'socket'>) => void;

const SEND_IT = 'Send it as a header, "Authorization: Bearer TOKEN"; it is in the file "token" of the home.';
const TOKEN_PARAMETERS = ['token', 'access_token', 'authorization', 'api_key'];

/** Throws for a request that does not come from a program of this user, by name. */
export function createGuard(address: LoopbackAddress, token: string): Guard {
  const hosts = knownHosts(address);
  const origins = new Set(Array.from(hosts, (host) => `http://${host}`));
  return ({ headers, url = '' }) => {
    // A web page whose name was made to point here (DNS rebinding) tells the name.
    if (!hosts.has(headers.host?.toLowerCase() ?? ''))
      throw new RingbackError('forbidden', `Unknown host "${headers.host ?? ''}".`, `Ask ${[...hosts][0]}.`);
    if (headers.origin !== undefined && !origins.has(headers.origin.toLowerCase()))
      throw new RingbackError('forbidden', `Requests from pages of ${headers.origin} are not allowed.`);
    if (hasToken(url, token))
      throw new RingbackError('unauthorized', 'A token in a URL ends up in logs and histories.', SEND_IT);
    const given = bearerOf(headers.authorization);
    if (given === undefined)
      throw new RingbackError('unauthorized', 'A token is required over TCP.', SEND_IT);
    if (!isSameToken(given, token)) throw new RingbackError('unauthorized', 'The token is wrong.', SEND_IT);
  };
}

function hasToken(url: string, token: string): boolean {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  return url.includes(token) || TOKEN_PARAMETERS.some((name) => query.has(name));
}

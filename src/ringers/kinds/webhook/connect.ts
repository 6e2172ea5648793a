import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';

/** Connects, and shakes hands where it is https. Why it does not work; empty: it does. */
export function connect(url: string, timeoutMs: number, signal: AbortSignal): Promise<string> {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port || (isSecure ? 443 : 80)) };
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = isSecure ? connectSecure({ ...to, servername: host }) : connectPlain(to);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const fall = () => resolve(`no connection to ${host} within ${timeoutMs / 1000} s`);
  inTime.addEventListener('abort', fall);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(''));
  socket.once('error', (error) => resolve(error.message));
  return promise.finally(() => {
    inTime.removeEventListener('abort', fall);
    socket.destroy();
  });
}

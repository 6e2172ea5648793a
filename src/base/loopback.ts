import { isIPv4 } from 'node:net';
import { RingbackError } from './errors.ts';

/** A port that other machines cannot reach. 0: any free port. */
export type LoopbackAddress = { readonly host: string; readonly port: number };

/** `127.0.0.1:7070`, `localhost:7070` or `[::1]:7070`. An address that others could reach is refused (promise 16). */
export function parseLoopback(text: string): LoopbackAddress {
  const [, host = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) {
    throw new RingbackError(
      'bad_request',
      `"${text}" is not an address to listen on.`,
      'Example: 127.0.0.1:7070',
    );
  }
  if (host === 'localhost') return { host: '127.0.0.1', port };
  if (host === '[::1]') return { host: '::1', port };
  if (isIPv4(host) && host.startsWith('127.')) return { host, port };
  throw new RingbackError(
    'bad_request',
    `"${host}" is not a loopback address; Ringback serves only its own user.`,
    'Use 127.0.0.1. For access from elsewhere use an SSH tunnel: ssh -L 7070:127.0.0.1:7070',
  );
}

/** As written in a Host header. */
export function formatLoopback({ host, port }: LoopbackAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The Host headers of legitimate requests: a name that another site made point here is not among them. */
export function knownHosts({ host, port }: LoopbackAddress): ReadonlySet<string> {
  const names = [host, 'localhost', '127.0.0.1', '::1'].map((name) => formatLoopback({ host: name, port }));
  // A client omits the default port.
  return new Set(port === 80 ? names.flatMap((name) => [name, name.slice(0, -':80'.length)]) : names);
}

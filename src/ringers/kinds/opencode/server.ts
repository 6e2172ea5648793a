import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';

/** Where an opencode can be asked: at an address, or at the socket that our plugin opens inside of it. */
export type Place = {
  readonly url?: string | undefined;
  readonly socket?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
};

export type Answer = { readonly status: number; readonly body: unknown };

export type Asked = {
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
};

/** The first request after a start loads a project with its plugins before it is answered. */
const LONGEST_MS = 30_000;

/** Nobody was there: nothing has been said. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export class NotReached extends Error {}

export class Server {
  readonly #place: Place;
  readonly #signal: AbortSignal;

  constructor(place: Place, signal: AbortSignal) {
    this.#place = place;
    this.#signal = signal;
  }

  async ask(path: string, { method = 'GET', query = {}, body }: Asked = {}): Promise<Answer> {
    const { socket, url = 'http://opencode' } = this.#place;
    // An address may have a path of its own, behind a proxy.
    const target = new URL(`${url.replace(/\/+$/, '')}${path}`);
    for (const [key, value] of Object.entries(query))
      if (value !== undefined) target.searchParams.set(key, String(value));
    const send = target.protocol === 'https:' ? secureRequest : plainRequest;
    const answered = Promise.withResolvers<Answer>();
    const request = send(
      target,
      {
        method,
        headers: this.#headers(),
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(LONGEST_MS)]),
        ...(socket !== undefined && { socketPath: socket }),
      },
      (response) => {
        text(response).then(
          (said) => answered.resolve({ status: response.statusCode ?? 0, body: parse(said) }),
          answered.reject,
        );
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      answered.reject(
        unreached.has(error.code ?? '') ? new NotReached(`no opencode at ${socket ?? target.host}`) : error,
      ),
    );
    request.end(body && JSON.stringify(body));
    return answered.promise;
  }

  #headers(): Record<string, string> {
    const { username = 'opencode', password } = this.#place;
    return {
      'content-type': 'application/json',
      ...(password !== undefined && {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      }),
    };
  }
}

/** What an opencode does not know it answers with its web page, and 200: that says nothing. */
function parse(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

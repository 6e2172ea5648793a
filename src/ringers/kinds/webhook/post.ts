import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ringbackVersion } from '../../../base/version.ts';

/** What came of a request. `isSent`: the receiver may have read it. */
export type Answer =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly text: string }
  | { readonly problem: string; readonly isSent: boolean };

type Options = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** What a receiver has to say against it is in the first words. */
const MOST_TEXT = 300;

/** With Node's own client: it tells apart a connection that never was from one that broke. Redirects are answers. */
export function post(url: string, { headers, body, timeoutMs, signal }: Options): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const late = AbortSignal.timeout(timeoutMs);
  const isSecure = url.startsWith('https:');
  const bytes = Buffer.from(body);
  const request: ClientRequest = (isSecure ? requestHttps : requestHttp)(url, {
    method: 'POST',
    // A connection that was kept may have been closed by the other side in the very moment.
    agent: false,
    signal: AbortSignal.any([signal, late]),
    headers: {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': `ringback/${ringbackVersion()}`,
      ...headers,
    },
  });
  let isSent = false;
  // Only then is it written: before, nobody can have read it.
  request.on('socket', (socket) =>
    socket.once(isSecure ? 'secureConnect' : 'connect', () => (isSent = true)),
  );
  request.on('error', (error: NodeJS.ErrnoException) => {
    resolve({ problem: late.aborted ? `no answer within ${timeoutMs / 1000} s` : explain(error), isSent });
  });
  request.on('response', (response) => {
    const retryAfter = response.headers['retry-after'];
    const answer = (text: string) => resolve({ status: response.statusCode ?? 0, retryAfter, text });
    // The status says it all; words that never end are not waited for.
    readSome(response).then(answer, () => answer(''));
  });
  request.end(bytes);
  return promise;
}

async function readSome(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MOST_TEXT) break;
  }
  return text.slice(0, MOST_TEXT);
}

/** Without the address: it may hold what only the two know. */
function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'nobody listens there (ECONNREFUSED)';
  if (code === 'ENOTFOUND') return 'there is no such host (ENOTFOUND)';
  return code === undefined ? message : `${code}: ${message}`;
}

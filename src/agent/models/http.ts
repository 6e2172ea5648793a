import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

export type Call = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
};

/** A model of this machine may read for minutes before it says anything. */
const SILENCE_MS = 10 * 60_000;

const agents = new Map<string, Agent>();

/** The answer, whose body is yet to be read. Not with Node's `fetch`, which takes 20 MB and 150 ms to load. */
export function callHttp(
  url: string,
  { method = 'GET', headers, body, signal }: Call,
): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:');
  const options: RequestOptions = {
    method,
    agent: agentFor(url, isSecure),
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  if (signal?.aborted) return Promise.reject(signal.reason);
  const call = (isSecure ? secureRequest : request)(url, options, resolve);
  // Not by the option `signal`, which destroys with an error: that of a connection whose answer has come, and which waits
  // for the next request, is nobody's, and ends the program.
  const leave = () => {
    reject(signal?.reason);
    call.destroy();
  };
  signal?.addEventListener('abort', leave, { once: true });
  call.once('close', () => signal?.removeEventListener('abort', leave));
  call.setTimeout(SILENCE_MS, () => call.destroy(new Error('nothing came for 10 minutes')));
  call.on('error', reject);
  call.end(body);
  return promise;
}

/** What HTTPS_PROXY and its like say counts, but not for this machine. */
function agentFor(url: string, isSecure: boolean): Agent {
  const isDirect = isOfThisMachine(url);
  const kind = `${isSecure} ${isDirect}`;
  const options = { keepAlive: true, ...(!isDirect && { proxyEnv: process.env }) };
  const agent = agents.get(kind) ?? (isSecure ? new SecureAgent(options) : new Agent(options));
  agents.set(kind, agent);
  return agent;
}

export function isOfThisMachine(url = ''): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/.test(url);
}

/** As much of `fetch` as the AI SDK's providers use. */
export const plainFetch = (async (url: string, call: Call) => {
  try {
    const answer = await callHttp(url, call);
    const status = answer.statusCode ?? 0;
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText: answer.statusMessage ?? '',
      headers: new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      body: ReadableStream.from(answer),
    };
  } catch (error) {
    call.signal?.throwIfAborted();
    // So is it known to the SDK. Of several addresses that were tried there is only a code.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new TypeError('fetch failed', { cause: new Error(message || code) });
  }
}) as unknown as typeof fetch;

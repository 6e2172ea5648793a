import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RingbackError } from '../base/errors.ts';
import { toErrorAnswer } from './error-answer.ts';
import { sendEvents } from './event-stream.ts';
import { type Forward, findForward, findRoute } from './find-route.ts';
import type { Guard } from './guard.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';
import { whenSettled } from './when-settled.ts';

type Api<Context> = {
  /** What the handlers of the routes get. */
  readonly context: Context;
  readonly routes: readonly Route<Context>[];
  /** What other programs answer. */
  readonly forwards: readonly Forward[];
  /** Throws for those that may not call. Over the socket everybody may who can reach it. */
  readonly guard?: Guard;
  /** Aborted when the program stops. */
  readonly closing: AbortSignal;
  /** Errors that are nobody's input: for the program's log. */
  report(error: unknown): void;
};

export type Listeners = {
  request(request: IncomingMessage, response: ServerResponse): void;
  /** The client wants another protocol, such as that of WebSockets, at a path that is forwarded. */
  upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void;
};

/** HTTP requests in, answers of the routes out. */
export function createApi<Context>(api: Api<Context>): Listeners {
  return {
    request(request, response) {
      answerRequest(api, request, response).catch((error) => {
        // A client that leaves in the middle is no failure.
        if (!response.destroyed) api.report(error);
        response.destroy();
      });
    },
    upgrade(request, client, head) {
      upgrade(api, request, client, head).catch((error) => {
        client.end(`HTTP/1.1 ${toErrorAnswer(error).status} Refused\r\nconnection: close\r\n\r\n`);
      });
    },
  };
}

async function upgrade<Context>(
  api: Api<Context>,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  api.guard?.(request);
  const forward = findForward(api.forwards, request.url);
  if (!forward) throw new RingbackError('bad_request', `${request.url} has one protocol only.`);
  const { forwardUpgrade } = await import('./forward.ts');
  await forwardUpgrade(forward, request, client, head, api.closing);
}

async function answerRequest<Context>(
  api: Api<Context>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, api.closing]);
  try {
    api.guard?.(request);
    const forward = findForward(api.forwards, request.url);
    if (forward) {
      const { forwardRequest } = await import('./forward.ts');
      return await forwardRequest(forward, request, response, signal);
    }
    const { answer, status } = await dispatch(api, request, signal);
    if ('events' in answer) return await sendEvents(response, answer, signal);
    if ('stream' in answer) {
      response.writeHead(status, answer.headers);
      return await pipeline(answer.stream, response);
    }
    whenSettled(response, (wasSent) => {
      try {
        answer.settled?.(wasSent);
      } catch (error) {
        api.report(error);
      }
    });
    sendJson(response, status, answer.body);
  } catch (error) {
    if (signal.aborted || response.headersSent) throw error;
    if (!(error instanceof RingbackError)) api.report(error);
    const { status, body } = toErrorAnswer(error);
    if (status === 401) response.setHeader('www-authenticate', 'Bearer');
    // Who may not call is not read to the end either.
    if (status === 401 || status === 403) response.shouldKeepAlive = false;
    sendJson(response, status, body);
  }
}

async function dispatch<Context>(api: Api<Context>, request: IncomingMessage, signal: AbortSignal) {
  const url = URL.parse(request.url ?? '/', 'http://ringback');
  if (!url) throw new RingbackError('bad_request', `${request.url} is not a valid path.`);
  const method = request.method ?? 'GET';
  const found = findRoute(api.routes, method, url.pathname);
  if (found.type === 'nothing') {
    throw new RingbackError('not_found', `There is nothing at ${url.pathname}.`);
  }
  if (found.type === 'other_method') {
    throw new RingbackError(
      'bad_request',
      `${url.pathname} accepts ${found.allowed.join(' or ')}, not ${method}.`,
    );
  }
  const answer = await found.route.handle({
    ...api.context,
    idText: found.idText,
    query: readQuery(url.searchParams),
    body: await readBody(request, found.route.largestBody),
    lastEventId: request.headers['last-event-id']?.toString(),
    signal,
  });
  return { answer, status: found.route.status ?? 200 };
}

/** Of two values one would be ignored. */
function readQuery(given: URLSearchParams): Record<string, string> {
  const twice = [...given.keys()].find((name) => given.getAll(name).length > 1);
  if (twice !== undefined) throw new RingbackError('bad_request', `"${twice}" is given twice.`);
  return Object.fromEntries(given);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

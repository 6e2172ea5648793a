import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { callHttp } from '../models/http.ts';

type Init = {
  readonly method?: string;
  readonly headers?: Iterable<readonly [string, string]> | Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
};

/** As much of `fetch` as the MCP SDK uses: Node's own takes 20 MB of an agent that sleeps. */
export const plainFetch = (async (url: string | URL, { headers = {}, ...call }: Init = {}) => {
  const fields = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const answer = await callHttp(String(url), { ...call, headers: Object.fromEntries(fields) });
  const status = answer.statusCode ?? 0;
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: answer.statusMessage ?? '',
    headers: new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    get body() {
      return ReadableStream.from(bytesOf(answer));
    },
    text: () => text(answer),
    json: async () => JSON.parse(await text(answer)) as unknown,
  };
}) as unknown as typeof fetch;

/** A reader that leaves ends the request. */
async function* bytesOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* answer as AsyncIterable<Buffer>;
}

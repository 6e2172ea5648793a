import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { callHttp } from '../models/http.ts';

type Init = {
  readonly method?: string;
  readonly headers?: Iterable<readonly [string, string]> | Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
};

/**
 * As much of `fetch` as the MCP SDK uses: Node's own takes 20 MB of an agent that sleeps. `onBroken`: the answer to a call broke off
 * and cannot be resumed, of which the SDK tells nobody who waits.
 */
export function plainFetch(onBroken: () => void): typeof fetch {
  const get = async (url: string | URL, { headers = {}, ...call }: Init = {}) => {
    const fields = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
    const answer = await callHttp(String(url), { ...call, headers: Object.fromEntries(fields) });
    // Who reads it hears of it; an answer that nobody reads is none that could fail.
    answer.on('error', () => {});
    const status = answer.statusCode ?? 0;
    const isCall = call.method === 'POST';
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText: answer.statusMessage ?? '',
      headers: new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      get body() {
        return ReadableStream.from(bytesOf(answer, () => isCall && !call.signal?.aborted && onBroken()));
      },
      text: () => text(answer),
      json: async () => JSON.parse(await text(answer)) as unknown,
    };
  };
  return get as unknown as typeof fetch;
}

/** A reader that leaves ends the request. */
async function* bytesOf(answer: IncomingMessage, onBroken: () => void): AsyncGenerator<Uint8Array> {
  let canResume = false;
  try {
    for await (const bytes of answer as AsyncIterable<Buffer>) {
      canResume ||= /^id:/m.test(bytes.toString('latin1'));
      yield bytes;
    }
  } catch (error) {
    if (!canResume) onBroken();
    throw error;
  }
}

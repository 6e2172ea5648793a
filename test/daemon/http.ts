import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createSseParser, type SseEvent } from '../../src/client/sse.ts';
import { text } from '../cli/cli-home.ts';

/** As a program in another language would ask. */
export async function ask(
  home: string,
  method: string,
  path: string,
  body?: string | Buffer,
  headers = {},
): Promise<IncomingMessage> {
  const socketPath = join(home, 'daemon.sock');
  const outgoing = request({ socketPath, method, path, headers, agent: false });
  // A request that is refused half-way cannot be sent to its end.
  outgoing.end(body).on('error', () => {});
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

export async function askJson<T>(home: string, method: string, path: string, body?: string | Buffer) {
  const answer = await ask(home, method, path, body);
  return { status: answer.statusCode, json: JSON.parse(await text(answer)) as T };
}

/** The events of a stream, one after the other. */
export async function* events(answer: IncomingMessage): AsyncGenerator<SseEvent> {
  const parse = createSseParser();
  for await (const chunk of answer as AsyncIterable<Buffer>) yield* parse(chunk);
}

import type { IncomingMessage } from 'node:http';
import { RingbackError } from '../base/errors.ts';

/** As much as a start may take to the launcher: a command and its environment. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** The JSON of a request; none at all is an empty object. */
export async function readBody(request: IncomingMessage, largest = LARGEST_BODY): Promise<unknown> {
  const bytes = await readBytes(request, largest);
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'JSON' : 'UTF-8';
    throw new RingbackError('bad_request', `The body of the request is not ${reason}.`);
  }
}

async function readBytes(request: IncomingMessage, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when given up half-way: the answer has to go out on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) {
      throw new RingbackError(
        'bad_request',
        `The request is larger than ${largest} bytes.`,
        'Put large data into a file and name the file.',
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

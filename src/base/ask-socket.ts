import { request } from 'node:http';
import type { SocketPath } from './home.ts';

export type SocketAnswer = { readonly status: number; readonly body: unknown };

export type SocketQuestion = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object | undefined;
  readonly signal: AbortSignal;
};

/** One request to a program of this user, and its JSON. Fails where the connection breaks. Closes the address. */
export async function askSocket(
  address: SocketPath,
  { method, path, body, signal }: SocketQuestion,
): Promise<SocketAnswer> {
  try {
    return await new Promise<SocketAnswer>((resolve, reject) => {
      const outgoing = request({
        socketPath: address.path,
        agent: false,
        method,
        path,
        headers: { 'content-type': 'application/json' },
        signal,
      });
      outgoing.on('error', reject).on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('error', reject).on('end', () => {
          try {
            resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
          } catch (error) {
            reject(error as Error);
          }
        });
      });
      outgoing.end(body && JSON.stringify(body));
    });
  } finally {
    address.close();
  }
}

import { request } from 'node:http';
import { daemonSocket } from '../../../base/home.ts';

/** Starting the agent may take some of it. */
const LONGEST_MS = 30_000;

export type Answer = {
  readonly status: number;
  readonly body: { readonly status?: unknown; readonly error?: unknown; readonly hint?: unknown };
};

/** Asks the agent through our own daemon, which brings it up first. Fails where the connection breaks. */
export async function ask(
  home: string,
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const address = daemonSocket(home);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const outgoing = request({
        socketPath: address.path,
        agent: false,
        method,
        path,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      });
      outgoing.on('error', reject).on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('error', reject).on('end', () => {
          try {
            resolve({ status: answer.statusCode ?? 0, body: (JSON.parse(text) ?? {}) as Answer['body'] });
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

import { askSocket } from '../../../base/ask-socket.ts';
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
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const answer = await askSocket(daemonSocket(home), { method, path, body, signal: limited });
  return { status: answer.status, body: (answer.body ?? {}) as Answer['body'] };
}

import { parseAddress } from './address.ts';
import { AppServer } from './app-server.ts';
import { startCodexDaemon } from './start-daemon.ts';
import { Thread } from './thread.ts';
import { isNobodyThere, Unreached } from './unreached.ts';

export type Reach = {
  readonly url: string;
  readonly token?: string;
  /** The codex program, where its background server may be started. */
  readonly start?: string;
};

/** A connection for one use. */
export async function withThread<T>(
  reach: Reach,
  session: string,
  signal: AbortSignal,
  use: (thread: Thread, server: AppServer) => Promise<T>,
): Promise<T> {
  const server = await open(reach, signal).catch((error: Error) => {
    throw new Unreached(reach.url, error);
  });
  try {
    return await use(new Thread(server, threadOf(session)), server);
  } finally {
    server.close();
  }
}

async function open(reach: Reach, signal: AbortSignal): Promise<AppServer> {
  const connect = async (): Promise<AppServer> =>
    AppServer.open(parseAddress(reach.url, process.env), reach.token, signal);
  try {
    return await connect();
  } catch (error) {
    if (reach.start === undefined || !isNobodyThere(error)) throw error;
    await startCodexDaemon(reach.start, reach.url, signal);
    return connect();
  }
}

/** `codex:<its id>`. */
function threadOf(session: string): string {
  return session.slice(session.indexOf(':') + 1);
}

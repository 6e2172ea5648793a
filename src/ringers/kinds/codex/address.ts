import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { RingbackError } from '../../../base/errors.ts';
import { parseLoopback } from '../../../base/loopback.ts';
import type { Address } from './websocket.ts';

/** Where Codex's own background server listens, below CODEX_HOME. */
const CONTROL_SOCKET = '/app-server-control/app-server-control.sock';

/** As Codex itself writes them: `unix://`, `unix:///path` or `ws://127.0.0.1:port`. */
export function parseAddress(url: string, env: NodeJS.ProcessEnv): Address {
  if (url === 'unix://') return { socketPath: shortened(codexHome(url, env) + CONTROL_SOCKET) };
  if (url.startsWith('unix:///')) return { socketPath: shortened(url.slice('unix://'.length)) };
  if (url.startsWith('ws://')) return parseLoopback(url.slice('ws://'.length).replace(/\/$/, ''));
  throw new RingbackError(
    'bad_request',
    'The url is not that of an app-server on this machine.',
    'It is unix://, unix:///path or ws://127.0.0.1:port.',
  );
}

/** The CODEX_HOME whose background server listens there, as far as the url tells. */
export function codexHome(url: string, env: NodeJS.ProcessEnv): string {
  if (url.startsWith('unix:///') && url.endsWith(CONTROL_SOCKET))
    return url.slice('unix://'.length, -CONTROL_SOCKET.length);
  return env.CODEX_HOME || join(env.HOME || homedir(), '.codex');
}

/** Codex's is a link to a shorter one: a socket's path has to fit into 107 bytes. */
function shortened(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

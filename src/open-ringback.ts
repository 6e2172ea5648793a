import { type Config, defaultConfig } from './base/config.ts';
import { RingbackError } from './base/errors.ts';
import { resolveHome } from './base/home.ts';
import { loadConfig } from './base/load-config.ts';
import { wakeCommand } from './base/programs.ts';
import { Client } from './client/client.ts';
import { serve } from './daemon/serve.ts';
import { openHome } from './home/open.ts';
import type { ActiveQuestion } from './wire/daemon.ts';

export type RingbackOptions = {
  /** Default: `RINGBACK_HOME`, else the XDG state folder. */
  readonly home?: string;
};

export type Ringback = {
  readonly client: Client;
  /** What config.json says, with the defaults. */
  readonly config: Config;
  /** What sessions are told: `subscribe`, `drain`, `notify`, `isWaiting`, … */
  readonly notifications: Client['notifications'];
  /** `move`, `close`, `setBusy`. */
  readonly session: Client['session'];
  /** Rings sessions at times, and when other things have happened: `set`, `list`, `cancel`. */
  readonly wakeUps: Client['wakeUps'];
  /** Hands goals to other agents: `send`, `list`, `get`, `message`, `interrupt`. */
  readonly delegations: Client['delegations'];
  /** Of Ringback's own agent: `create`, `send`, `events`, … */
  readonly conversations: Client['conversations'];
  /** Whether anything is active (a host must not sleep), or something of a task or session (it must not be reset). */
  isActive(question?: ActiveQuestion): Promise<boolean>;
  /** Whether a session must not be reset: `maxAge` in seconds, default 24 hours, 0: no limit. True where nobody can say. */
  activeForSession(session: string, maxAge?: number): Promise<boolean>;
  /** Whether this program holds the home and answers for everybody else, or uses another that does. */
  readonly isHost: boolean;
  /** Processes keep running. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Opens a home. Who comes first holds its lock and serves its socket, so that the command line reaches it too. */
export async function openRingback(options: RingbackOptions = {}): Promise<Ringback> {
  const home = resolveHome(options.home);
  const closeHost = await tryToHost(home);
  const client = new Client({ home });
  const close = async () => closeHost?.();
  const { notifications, session, wakeUps, delegations, conversations } = client;
  return {
    client,
    config: await loadConfig(home).catch(() => defaultConfig),
    notifications,
    session,
    wakeUps,
    delegations,
    conversations,
    isActive: async (question) => (await client.active(question)).active,
    activeForSession: (session, maxAge) => client.activeForSession(session, maxAge),
    isHost: closeHost !== null,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function tryToHost(folder: string): Promise<(() => Promise<void>) | null> {
  const home = await openHome({ home: folder, wakeCommand: wakeCommand(folder) }).catch((error) => {
    if (error instanceof RingbackError && error.code === 'home_in_use') return null;
    throw error;
  });
  if (!home) return null;
  const serving = await serve({
    home,
    onConnections() {},
    // The host decides when it ends.
    onStopRequest() {},
    report() {},
  });
  return async () => {
    await serving.close();
    await home.close();
  };
}

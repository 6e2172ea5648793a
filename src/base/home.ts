import { closeSync, existsSync, lstatSync, mkdirSync, openSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { RingbackError } from './errors.ts';

/** `sockaddr_un` holds 108 bytes; some are reserved for the names a server binds first. */
const LONGEST_SOCKET_PATH = 100;

/** The folder with everything of one user: the flag, `RINGBACK_HOME`, or the XDG state folder. */
export function resolveHome(flag?: string, env: NodeJS.ProcessEnv = process.env): string {
  if (flag) return resolve(flag);
  if (env.RINGBACK_HOME) return resolve(env.RINGBACK_HOME);
  // According to the XDG rules a relative path is to be ignored.
  if (env.XDG_STATE_HOME?.startsWith('/')) return join(env.XDG_STATE_HOME, 'ringback');
  return join(env.HOME || homedir(), '.local/state/ringback');
}

/** The folder of the keeps inside a home. */
export function processesFolder(home: string): string {
  return join(home, 'processes');
}

/** A folder for each delegate, by its name: what it keeps besides its result. */
export function delegatesFolder(home: string): string {
  return join(home, 'delegates');
}

/** Creates the home if it is missing, and refuses one that others could read or replace (promise 16). */
export function prepareHome(home: string): void {
  for (const folder of [home, processesFolder(home)]) {
    makeFolder(folder);
    refuseUnsafe(folder, lstatSync(folder));
  }
}

function makeFolder(folder: string): void {
  try {
    makeWithParents(folder);
  } catch (error) {
    throw new RingbackError(
      'home_unsafe',
      `The folder ${folder} cannot be created: ${(error as Error).message}.`,
      'Choose another with --home or RINGBACK_HOME.',
    );
  }
}

/** Node's own `recursive` never returns where the parent is there and nothing can be made in it, as in /proc. */
function makeWithParents(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeWithParents(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // A file or a dangling link of that name: refuseUnsafe says so.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function refuseUnsafe(folder: string, stats: Stats): void {
  const user = process.getuid?.() ?? stats.uid;
  if (stats.isSymbolicLink()) {
    throw new RingbackError(
      'home_unsafe',
      `${folder} is a symbolic link; a home must be a real folder.`,
      `Use the real folder with --home or RINGBACK_HOME: $(readlink -f ${folder})`,
    );
  }
  if (!stats.isDirectory()) {
    throw new RingbackError('home_unsafe', `${folder} is not a folder.`, 'Choose another with --home.');
  }
  if (stats.uid !== user) {
    throw new RingbackError(
      'home_unsafe',
      `${folder} belongs to user ${stats.uid}, not to you (${user}).`,
      `Run: sudo chown -R ${user} ${folder} — or choose another with --home or RINGBACK_HOME.`,
    );
  }
  if ((stats.mode & 0o077) !== 0) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
    throw new RingbackError(
      'home_unsafe',
      `${folder} is open to other users (mode ${mode}, must be 0700).`,
      `Run: chmod 700 ${folder}`,
    );
  }
}

/**
 * The socket of the home's daemon. Checked before every connection: whoever owns the folder owns what answers in it,
 * and is sent commands with their whole environment.
 */
export function daemonSocket(home: string): SocketPath {
  const stats = lstatSync(home, { throwIfNoEntry: false });
  if (stats) refuseUnsafe(home, stats);
  return socketPath(home, 'daemon.sock');
}

export type SocketPath = { readonly path: string; close(): void };

/**
 * A path of `folder/name` that fits into a socket address; for a deep folder it goes through an open descriptor. Close
 * it once bound or connected.
 */
export function socketPath(folder: string, name: string): SocketPath {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return { path, close() {} };
  const descriptor = openSync(folder, 'r');
  let isClosed = false;
  const close = () => {
    if (!isClosed) closeSync(descriptor);
    isClosed = true;
  };
  return { path: `/proc/self/fd/${descriptor}/${name}`, close };
}

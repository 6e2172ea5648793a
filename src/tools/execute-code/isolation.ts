import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Config } from '../../base/config.ts';
import { credentialsIn, installationOf, realPath, toolchainsIn } from './home-folder.ts';
import { isInside } from './paths.ts';

export type Isolation = {
  readonly name: 'bubblewrap' | 'none';
  /** What that means, and how to change it. */
  readonly note: string;
  /** Prepended to a program and its arguments, which start in the current folder; undefined without isolation. */
  readonly sandbox: readonly string[] | undefined;
};

type IsolationOptions = {
  /** The script's working folder, the only one of the user's that it may write to. */
  readonly cwd: string;
  /** The script's private folder; `tmp` in it is /tmp for the script and its `terminal` calls. */
  readonly folder: string;
  /** Ringback's home: hidden. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
};

/**
 * Other programs have sockets here: the user's systemd, a container engine, an ssh-agent. Any of them could run a
 * command outside. Only what is needed to look up names, and NixOS's programs, stays visible.
 */
const shownOfRun = [
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/NetworkManager/resolv.conf',
  '/run/current-system',
  '/run/wrappers',
];

/** Uses bubblewrap if it is installed, works and is not disabled. */
export async function findIsolation(options: IsolationOptions): Promise<Isolation> {
  if (!options.config.codeIsolation) return without('codeIsolation is false in config.json');
  const program = findProgram('bwrap', options.env.PATH ?? '');
  if (!program) return without('bubblewrap (bwrap) is not installed; for example: apt install bubblewrap');
  const trouble = await tryProgram(program);
  if (trouble !== undefined) return without(`${program} does not work here: ${trouble}`);
  return {
    name: 'bubblewrap',
    note: describe(options),
    sandbox: bubblewrap(program, options),
  };
}

function without(why: string): Isolation {
  return {
    name: 'none',
    note: `Not isolated: the script and its terminal calls could access everything that you can. ${why}.`,
    sandbox: undefined,
  };
}

function describe({ cwd, env, config }: IsolationOptions): string {
  const writable = cwd === '/' ? 'only a private /tmp' : `only ${cwd} and a private /tmp`;
  const network = config.codeNetwork ? '' : ', there is no network';
  const hidden = isWholeHome(userHome(env), realPath(cwd) ?? cwd)
    ? 'well-known credentials in the home folder are hidden, the rest of it is not'
    : 'of the home folder only the working folder, toolchains and the settings of git are there';
  return `Isolated, with its terminal calls: ${writable} can be written, ${hidden}${network}.`;
}

function userHome(env: Readonly<Record<string, string>>): string {
  return realPath(env.HOME || homedir()) ?? '/';
}

/** Later mounts cover earlier ones: what is hidden comes after what is shown, except where needed otherwise. */
function bubblewrap(program: string, options: IsolationOptions): string[] {
  const { cwd, folder, home, env, config } = options;
  const work = realPath(cwd) ?? cwd;
  const user = userHome(env);
  const ringback = realPath(home) ?? home;
  const bindWork = work === '/' ? [] : ['--bind', work, work];
  const bindWorkAgainIn = (...hidden: string[]) =>
    hidden.some((path) => path !== '/' && isInside(work, path)) ? bindWork : [];
  return [
    program,
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--new-session', '--cap-drop', 'ALL'],
    ...(config.codeNetwork ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    // /proc/sys has no namespace: root could write the kernel's settings.
    ...['--ro-bind', '/proc/sys', '/proc/sys'],
    ...['--bind', join(folder, 'tmp'), '/tmp'],
    ...bindWork,
    ...['--tmpfs', '/run', ...shownOfRun.flatMap(showAgain)],
    ...(isWholeHome(user, work) ? [] : ['--tmpfs', user, ...toolchainsIn(user).flatMap(showAgain)]),
    ...bindWorkAgainIn('/run', user),
    ...(isWholeHome(user, work) ? hideCredentials(user, folder) : []),
    ...programFolders(user, work, env.PATH ?? '').flatMap(showAgain),
    ...['--tmpfs', ringback],
    ...bindWorkAgainIn(ringback),
    ...['--ro-bind', folder, folder],
    // Functions and aliases of the login shell, for `terminal` calls.
    ...showAgain(join(home, 'shells')),
    // Last: nothing can be mounted below it afterwards.
    ...['--remount-ro', '/run', ...(isWholeHome(user, work) ? [] : ['--remount-ro', user])],
    '--',
  ];
}

/** The home cannot be hidden as a whole: it is the working folder, or it is / (services, containers). */
function isWholeHome(user: string, work: string): boolean {
  return user === '/' || user === work;
}

function hideCredentials(user: string, folder: string): string[] {
  return credentialsIn(user).flatMap(({ path, isFolder }) =>
    isFolder ? ['--tmpfs', path] : ['--ro-bind', join(folder, 'empty'), path],
  );
}

function showAgain(path: string): string[] {
  return ['--ro-bind-try', path, path];
}

/** A Node in a hidden folder must still be found, and so must what is on the PATH. */
function programFolders(user: string, work: string, path: string): string[] {
  const nodes = [process.execPath, realPath(process.execPath) ?? process.execPath].map((node) =>
    dirname(node),
  );
  const folders = [...nodes, ...path.split(delimiter)].map((folder) => installationOf(folder, user));
  const hidden = user === '/' ? ['/tmp'] : ['/tmp', user];
  // What is in the working folder is visible already; / cannot be bound.
  const isInWork = (folder: string) => work !== '/' && isInside(folder, work);
  return [...new Set(folders)].filter(
    (folder) => hidden.some((over) => over !== folder && isInside(folder, over)) && !isInWork(folder),
  );
}

/** The absolute path of a program. */
export function findProgram(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const tried = new Map<string, Promise<string | undefined>>();

/** It may be installed where the kernel allows no namespaces (in containers). Tried once; undefined if it works. */
function tryProgram(program: string): Promise<string | undefined> {
  const earlier = tried.get(program);
  if (earlier) return earlier;
  const args = [
    '--die-with-parent',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    ...['--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
    'true',
  ];
  const trial = new Promise<string | undefined>((resolve) => {
    execFile(program, args, { timeout: 10_000 }, (error, _, stderr) =>
      resolve(error ? stderr.trim() || error.message : undefined),
    );
  });
  tried.set(program, trial);
  return trial;
}

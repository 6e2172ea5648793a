import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Config } from '../../base/config.ts';
import { isInside } from './paths.ts';

export type Isolation = {
  readonly name: 'bubblewrap' | 'none';
  /** What that means, and how to get the other. */
  readonly note: string;
  /** What is put before a program and its arguments; where nothing isolates, undefined. It starts in the folder that it is started in. */
  readonly sandbox: readonly string[] | undefined;
};

export type IsolationOptions = {
  /** The script's folder, the one place of the user's that it may write to. */
  readonly cwd: string;
  /** The script's own private folder; `tmp` in it is its /tmp, and that of its `terminal` calls. */
  readonly folder: string;
  /** Ringback's: hidden. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
};

/** Where people keep what no script needs, below their home. */
const secretFolders = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.config/gcloud',
  '.config/gh',
  '.password-store',
];
const secretFiles = ['.netrc', '.git-credentials', '.pypirc'];

/** As root, what could undo the isolation. Bubblewrap leaves nothing of this to others anyway. */
const droppedCapabilities = ['SYS_ADMIN', 'SYS_PTRACE', 'SYS_MODULE', 'SYS_RAWIO', 'SYS_BOOT', 'MKNOD'];

/** Bubblewrap where it is installed, works and is not turned off. */
export async function findIsolation(options: IsolationOptions): Promise<Isolation> {
  if (!options.config.codeIsolation) return without('codeIsolation is false in config.json');
  const program = findProgram('bwrap', options.env.PATH ?? '');
  if (!program) return without('bubblewrap (bwrap) is not installed; for example: apt install bubblewrap');
  const trouble = await tryOut(program);
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
    note: `Not isolated: the script and its terminal calls could reach everything that you can. ${why}.`,
    sandbox: undefined,
  };
}

function describe({ cwd, config }: IsolationOptions): string {
  const writable = cwd === '/' ? 'only a private /tmp' : `only ${cwd} and a private /tmp`;
  const network = config.codeNetwork ? '' : ', there is no network';
  return `Isolated, with its terminal calls: ${writable} can be written, credentials in the home folder are hidden${network}.`;
}

/** Later mounts lie over earlier ones: what is hidden comes after what is shown, except where that is asked for. */
function bubblewrap(program: string, { cwd, folder, home, env, config }: IsolationOptions): string[] {
  const hidden = [...secretsOf(env.HOME || homedir()), { path: realPath(home) ?? home, isFolder: true }];
  const work = realPath(cwd) ?? cwd;
  const isHidden = hidden.some(({ path }) => isInside(work, path));
  const bindWork = work === '/' ? [] : ['--bind', work, work];
  return [
    program,
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--new-session'],
    ...(config.codeNetwork ? [] : ['--unshare-net']),
    ...(process.getuid?.() === 0 ? droppedCapabilities.flatMap((name) => ['--cap-drop', `CAP_${name}`]) : []),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...['--bind', join(folder, 'tmp'), '/tmp'],
    ...programFolders(env).flatMap((path) => ['--ro-bind-try', path, path]),
    ...bindWork,
    ...hidden.flatMap(({ path, isFolder }) =>
      isFolder ? ['--tmpfs', path] : ['--ro-bind', join(folder, 'empty'), path],
    ),
    ...(isHidden ? bindWork : []),
    ...['--ro-bind', folder, folder],
    // Functions and aliases of the login shell, for `terminal` calls.
    ...['--ro-bind-try', join(home, 'shells'), join(home, 'shells')],
    '--',
  ];
}

/** Below the /tmp that is hidden by the private one: a Node that runs there must still be found, and what is on the PATH. */
function programFolders(env: Readonly<Record<string, string>>): string[] {
  const found = [process.execPath, realPath(process.execPath) ?? process.execPath].map((path) =>
    dirname(path),
  );
  const folders = [...found, ...(env.PATH ?? '').split(delimiter)];
  return [...new Set(folders.map(installationOf))].filter((path) => path.startsWith('/tmp/'));
}

/** What a program needs is beside its folder: a virtual environment's packages, the modules of a Node. */
function installationOf(folder: string): string {
  return basename(folder) === 'bin' && dirname(folder) !== '/tmp' ? dirname(folder) : folder;
}

function secretsOf(userHome: string): { path: string; isFolder: boolean }[] {
  return [...secretFolders, ...secretFiles].flatMap((name) => {
    const path = realPath(join(userHome, name));
    return path === undefined ? [] : [{ path, isFolder: statSync(path).isDirectory() }];
  });
}

/** Undefined for what is not there, or cannot be seen. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Absolute path of a program. */
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

/** It may be installed where the kernel allows no namespaces (in containers). Asked once; undefined: it works. */
function tryOut(program: string): Promise<string | undefined> {
  const earlier = tried.get(program);
  if (earlier) return earlier;
  const args = [
    '--die-with-parent',
    '--unshare-pid',
    '--unshare-ipc',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
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

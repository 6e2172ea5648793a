/** A real sshd on loopback with keys of its own, and the ssh_config that leads to it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { freePort } from './free-port.ts';

const program = '/usr/sbin/sshd';

/** Why tests that need sshd cannot run here; false when they can. */
export const sshdIsMissing = existsSync(program) ? false : 'sshd is missing (apt-get install openssh-server)';

export type Sshd = {
  readonly port: number;
  /** Its HOME for whoever logs in. */
  readonly home: string;
  /** For `ssh -F`: `Host there` is this server, with the right key and known_hosts. */
  readonly config: string;
  readonly folder: string;
  /** What is said on the far side about it: `ssh -F config there`. */
  readonly host: 'there';
  /** Adds to ssh_config, before everything else. */
  prepend(lines: string): void;
  start(): Promise<void>;
  /** The listener and every connection; programs that were started there stay. */
  stop(): Promise<void>;
  /** Only the connections, as when each forwarding process is killed. */
  cut(): void;
};

export type SshdOptions = {
  /** As if this were the login shell of the user. */
  readonly shell?: string;
  /** Where ssh_config leads, if not to the server itself: a proxy's port. */
  readonly clientPort?: number;
  /** More lines of sshd_config. */
  readonly settings?: string;
  readonly port?: number;
};

/** `t` undoes it: a test, or whoever has an end. */
export async function startSshd(
  t: { after(undo: () => Promise<void>): void },
  options: SshdOptions = {},
): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-sshd-'));
  const path = (name: string) => join(folder, name);
  const port = options.port ?? (await freePort());
  mkdirSync(path('home'), { mode: 0o700 });
  // Where sshd, when root, wants to find an empty folder.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  for (const key of ['host_key', 'user_key'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(key)]);
  writeFileSync(path('sshd_config'), serverConfig(path, port, options));
  writeFileSync(path('known_hosts'), `there ${readFileSync(path('host_key.pub'), 'utf8')}`);
  writeFileSync(path('ssh_config'), clientConfig(path, options.clientPort ?? port));

  let child: ChildProcess | undefined;
  const server: Sshd = {
    port,
    folder,
    home: path('home'),
    config: path('ssh_config'),
    host: 'there',
    prepend(lines) {
      writeFileSync(path('ssh_config'), `${lines}\n${readFileSync(path('ssh_config'), 'utf8')}`);
    },
    async start() {
      child = spawn(program, ['-D', '-e', '-f', path('sshd_config')], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await whenListening(child, path('log'));
    },
    async stop() {
      const listener = child;
      child = undefined;
      if (!listener || listener.exitCode !== null) return;
      const connections = connectionsOf(listener);
      listener.kill('SIGKILL');
      await once(listener, 'exit');
      for (const pid of connections) end(pid);
    },
    cut() {
      for (const pid of connectionsOf(child)) end(pid);
    },
  };
  t.after(async () => {
    await server.stop();
    removeFolder(folder);
  });
  await server.start();
  return server;
}

function serverConfig(path: (name: string) => string, port: number, options: SshdOptions): string {
  const shell = options.shell ? `ForceCommand exec ${options.shell} -c "$SSH_ORIGINAL_COMMAND"\n` : '';
  return `ListenAddress 127.0.0.1
Port ${port}
HostKey ${path('host_key')}
AuthorizedKeysFile ${path('user_key.pub')}
PidFile none
StrictModes no
UsePAM no
PrintMotd no
SetEnv HOME=${path('home')}
${shell}${options.settings ?? ''}
`;
}

function clientConfig(path: (name: string) => string, port: number): string {
  return `Host there
  HostName 127.0.0.1
  Port ${port}
  User ${userInfo().username}
  IdentityFile ${path('user_key')}
  IdentitiesOnly yes
  IdentityAgent none
  HostKeyAlias there
  UserKnownHostsFile ${path('known_hosts')}
  GlobalKnownHostsFile /dev/null
`;
}

function whenListening(child: ChildProcess, log: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
      appendFileSync(log, chunk);
      if (said.includes('Server listening')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`sshd ended with ${code}: ${said}`)));
    child.once('error', reject);
  });
}

/** sshd's own processes for each connection, not what runs in them. */
function connectionsOf(child: ChildProcess | undefined): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, command = '', parent = '0'] =
        /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      if (command.startsWith('sshd')) parents.set(Number(name), Number(parent));
    } catch {} // ended while we looked
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === child?.pid || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // it has left
}

/**
 * A machine with systemd: a root folder of Debian 12, made once, of which each test file boots a copy in a container. It has
 * two users, alice who lingers and bob who does not; this checkout is /opt/ringback, and everybody comes in over SSH.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import type { Undo } from '../agent-folder.ts';
import { prepareOnce } from '../install.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const checkout = join(import.meta.dirname, '../../..');
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const packages =
  'systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,openssh-server,procps,iproute2,netbase';

const BOOT_MS = 120_000;
const POWER_OFF_MS = 150_000;
const NEXT_LOOK_MS = 250;

const users = { root: 0, alice: 1000, bob: 1001 } as const;
export type User = keyof typeof users;
export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** For `skip` of a suite: false where such a machine can be booted, else why not. */
export async function whyNoSystemd(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'systemd: its container can only be booted by root';
  for (const program of ['systemd-nspawn', 'debootstrap', 'ssh'])
    if (!isOnPath(program)) return `systemd: ${program} is missing (sh scripts/set-up-systemd.sh)`;
  try {
    await prepareRoot();
    return false;
  } catch (error) {
    return `systemd cannot be set up: ${(error as Error).message.trim().split('\n').at(-1)}`;
  }
}

export class SystemdMachine {
  /** For `ssh -F`: `Host alice`, `Host bob` and `Host root` are the users of this machine. */
  readonly sshConfig: string;
  readonly root: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'ringback-systemd-'));
  readonly #name = this.#folder.slice(this.#folder.lastIndexOf('/') + 1);
  readonly #cgroups = hierarchies().map((folder) => join(folder, this.#name));
  #container: ChildProcess | undefined;
  #console = '';

  private constructor() {
    this.sshConfig = join(this.#folder, 'ssh_config');
    this.root = join(this.#folder, 'root');
  }

  static async boot(undo: Undo): Promise<SystemdMachine> {
    const machine = new SystemdMachine();
    undo(() => machine.#remove());
    await run('cp', ['-a', '--reflink=auto', await prepareRoot(), machine.root]);
    await machine.#setUpSsh(await freePort());
    await machine.boot();
    return machine;
  }

  /** Returns when it is up and alice’s manager too. */
  async boot(): Promise<void> {
    const command = ['systemd-nspawn', '-q', '-D', this.root, '--register=no', '--keep-unit'];
    const options = [`--machine=${this.#name}`, `--bind-ro=${checkout}:/opt/ringback`, '--boot'];
    // In cgroups of its own: a systemd believes that all it finds is its own.
    const script =
      'while [ "$1" != -- ]; do mkdir -p "$1" && echo $$ >"$1/cgroup.procs"; shift; done; shift; exec "$@"';
    const container = spawn('sh', ['-c', script, 'sh', ...this.#cgroups, '--', ...command, ...options], {
      env: { PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#container = container;
    this.#console = '';
    for (const stream of [container.stdout, container.stderr])
      stream.on('data', (chunk) => {
        this.#console = (this.#console + chunk).slice(-20_000);
      });
    await this.until('root', 'systemctl is-active user@1000.service && systemctl is-active ssh.service', {
      ms: BOOT_MS,
      what: 'the machine to boot',
    }).catch((error) => {
      throw new Error(`${error.message}\n${this.#console}`);
    });
  }

  /** As an administrator would. Returns how many seconds it took. */
  async powerOff(): Promise<number> {
    const began = performance.now();
    await this.as('root', 'systemctl poweroff');
    await this.#untilOff();
    return (performance.now() - began) / 1000;
  }

  /** Nothing in it hears of it. */
  async cutPower(): Promise<void> {
    this.#killAll();
    await this.#untilOff();
  }

  /** A login, a command, a logout. */
  async as(user: User, command: string): Promise<Outcome> {
    const child = spawn('ssh', ['-F', this.sshConfig, user, command], { stdio: ['ignore', 'pipe', 'pipe'] });
    return toEnd(child);
  }

  /** What it printed; it must succeed. */
  async ok(user: User, command: string): Promise<string> {
    const { code, stdout, stderr } = await this.as(user, command);
    if (code !== 0) throw new Error(`${user}: ${command}: ended with ${code}: ${stdout}${stderr}`);
    return stdout.trim();
  }

  /** Asked again until the command succeeds. */
  async until(user: User, command: string, { ms = 30_000, what = command } = {}): Promise<void> {
    const deadline = Date.now() + ms;
    for (;;) {
      const { code, stdout, stderr } = await this.as(user, command);
      if (code === 0) return;
      if (this.#container?.exitCode !== null || Date.now() > deadline)
        throw new Error(`waited in vain for ${what}: ${stdout}${stderr}`);
      await sleep(NEXT_LOOK_MS);
    }
  }

  /** A login that stays until `logOut`. */
  async logIn(user: User): Promise<Session> {
    const session = new Session(spawn('ssh', ['-F', this.sshConfig, user, 'exec bash']));
    await session.run('true');
    return session;
  }

  /** logind’s settings, in force from now on. */
  async configureLogind(settings: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    mkdirSync(join(this.root, 'etc/systemd/logind.conf.d'), { recursive: true });
    writeFileSync(join(this.root, 'etc/systemd/logind.conf.d/test.conf'), `[Login]\n${lines.join('\n')}\n`);
    await this.ok('root', 'systemctl restart systemd-logind');
  }

  async #setUpSsh(port: number): Promise<void> {
    const key = join(this.#folder, 'key');
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    for (const [user, id] of Object.entries(users)) {
      const folder = join(this.root, user === 'root' ? 'root' : `home/${user}`, '.ssh');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'authorized_keys'), readFileSync(`${key}.pub`));
      for (const name of [folder, join(folder, 'authorized_keys')]) chownSync(name, id, id);
    }
    writeFileSync(
      join(this.root, 'etc/ssh/sshd_config.d/test.conf'),
      `ListenAddress 127.0.0.1\nPort ${port}\nUseDNS no\nMaxStartups 100\n`,
    );
    const hosts = Object.keys(users).map((user) => `Host ${user}\n  User ${user}\n`);
    writeFileSync(
      this.sshConfig,
      `${hosts.join('')}Host *
  HostName 127.0.0.1
  Port ${port}
  IdentityFile ${key}
  IdentitiesOnly yes
  IdentityAgent none
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  GlobalKnownHostsFile /dev/null
  LogLevel ERROR
  ConnectTimeout 10
`,
    );
  }

  async #untilOff(): Promise<void> {
    const container = this.#container;
    if (!container || container.exitCode !== null || container.signalCode !== null) return;
    const patience = setTimeout(() => this.#killAll(), POWER_OFF_MS);
    await once(container, 'exit');
    clearTimeout(patience);
  }

  /** Its supervisor alone would leave the rest running. */
  #killAll(): void {
    const file = this.#cgroups.map((folder) => join(folder, 'cgroup.kill')).find((name) => existsSync(name));
    if (file) writeFileSync(file, '1');
  }

  async #remove(): Promise<void> {
    // The signal by which it powers off.
    this.#container?.kill('SIGTERM');
    await this.#untilOff();
    for (const cgroup of this.#cgroups) await removeCgroup(cgroup);
    removeFolder(this.#folder);
  }
}

/** A shell at the other end of SSH. */
export class Session {
  readonly #ssh: ReturnType<typeof spawn>;
  #output = '';
  #news = Promise.withResolvers<void>();

  constructor(ssh: ReturnType<typeof spawn>) {
    this.#ssh = ssh;
    const tell = () => {
      this.#news.resolve();
      this.#news = Promise.withResolvers<void>();
    };
    for (const stream of [ssh.stdout, ssh.stderr])
      stream?.on('data', (chunk) => {
        this.#output += chunk;
        tell();
      });
    ssh.on('exit', tell);
  }

  /** What it printed; it must succeed. */
  async run(command: string): Promise<string> {
    const mark = `end-${Math.random().toString(36).slice(2)}`;
    this.#output = '';
    this.#ssh.stdin?.write(`${command}\necho "$? ${mark}"\n`);
    for (;;) {
      const [, said = '', code = ''] = new RegExp(`^(.*?)(\\d+) ${mark}\\n`, 's').exec(this.#output) ?? [];
      if (code === '0') return said.trim();
      if (code) throw new Error(`${command}: ended with ${code}: ${said}`);
      if (this.#ssh.exitCode !== null) throw new Error(`${command}: the connection ended: ${this.#output}`);
      await this.#news.promise;
    }
  }

  async logOut(): Promise<void> {
    this.#ssh.stdin?.end();
    if (this.#ssh.exitCode === null) await once(this.#ssh, 'exit');
  }
}

async function toEnd(child: ChildProcess): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said.stderr += chunk;
  });
  // Not until its output ends: what was started there may hold it.
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

function prepareRoot(): Promise<string> {
  return prepareOnce('systemd-of-bookworm-1', async (draft) => {
    const options = { env: { PATH: path, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 << 20 };
    const wish = ['--variant=minbase', `--include=${packages}`];
    await run('unshare', ['--mount', 'debootstrap', ...wish, 'bookworm', draft], options);
    for (const name of [
      'var/cache/apt',
      'var/lib/apt/lists',
      'usr/share/doc',
      'usr/share/locale',
      'usr/share/man',
    ])
      removeFolder(join(draft, name));
    for (const user of ['alice', 'bob'])
      await run('chroot', [draft, 'useradd', '-m', '-s', '/bin/bash', user], options);
    mkdirSync(join(draft, 'var/lib/systemd/linger'), { recursive: true });
    writeFileSync(join(draft, 'var/lib/systemd/linger/alice'), '');
    writeFileSync(join(draft, 'etc/machine-id'), '');
    mkdirSync(join(draft, 'opt/ringback'), { recursive: true });
    const program = join(draft, 'usr/local/bin/ringback');
    writeFileSync(
      program,
      '#!/bin/sh\nPATH=/opt/ringback/node_modules/node/bin:$PATH exec /opt/ringback/bin/ringback "$@"\n',
    );
    chmodSync(program, 0o755);
    chmodSync(draft, 0o755);
  });
}

/** Where systemd keeps its cgroups: one of its own beside v1’s controllers, or the only one. */
function hierarchies(): string[] {
  const hybrid = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup/systemd'].filter((folder) => existsSync(folder));
  return hybrid.length > 0 ? hybrid : ['/sys/fs/cgroup'];
}

async function removeCgroup(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeCgroup(join(folder, entry.name));
  for (let tries = 0; tries < 40 && existsSync(folder); tries += 1) {
    try {
      rmdirSync(folder);
    } catch {
      await sleep(NEXT_LOOK_MS); // the last of its processes is on its way out
    }
  }
}

function isOnPath(program: string): boolean {
  return path.split(':').some((folder) => existsSync(join(folder, program)));
}

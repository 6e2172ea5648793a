/** A Docker daemon of one's own: data, sockets and containerd in one folder, no network, live restore. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../cli/cli-home.ts';
import {
  importImage,
  makeServerFolder,
  removeContainers,
  sweep,
  untilItAnswers,
} from './container-engine.ts';

const path = `${process.env.PATH}:/usr/sbin:/sbin`;

/** For `skip`: false, or what is missing. */
export function whyNoDockerd(): string | false {
  if (process.getuid?.() !== 0) return 'dockerd needs root';
  return whyNoContainers(['dockerd', 'containerd', 'runc', 'docker', 'busybox']);
}

export function whyNoContainers(programs: readonly string[]): string | false {
  const missing = programs.filter((name) => !isThere(name));
  if (missing.length > 0) return `not installed: ${missing.join(', ')} (scripts/set-up-places.sh)`;
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true'], { env: { PATH: path } });
  return status !== 0 && 'no namespaces can be made here';
}

export function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path } }).status === 0;
}

export class Dockerd {
  readonly folder = makeServerFolder('rbd');
  readonly socket = join(this.folder, 's');
  readonly #log = join(this.folder, 'log');
  readonly #more: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(more: readonly string[]) {
    this.#more = more;
  }

  /** With the image `IMAGE`; `more` are further arguments. */
  static async start(...more: readonly string[]): Promise<Dockerd> {
    const server = new Dockerd(more);
    try {
      await server.startAgain();
      await importImage(server.socket, server.folder);
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async startAgain(): Promise<void> {
    const log = openSync(this.#log, 'a');
    const places = ['--data-root', join(this.folder, 'd'), '--exec-root', join(this.folder, 'e')];
    const lean = ['--storage-driver=vfs', '--iptables=false', '--ip6tables=false', '--bridge=none'];
    const args = [
      '--live-restore',
      ...places,
      '-H',
      `unix://${this.socket}`,
      '-p',
      join(this.folder, 'p'),
      ...lean,
      ...this.#more,
    ];
    this.#process = spawn('dockerd', args, {
      // dockerd has a containerd that is slow to answer write its stacks there before it kills it.
      env: { ...process.env, PATH: path, TMPDIR: this.folder },
      stdio: ['ignore', log, log],
    });
    await untilItAnswers(this.socket, this.#log);
  }

  /** SIGKILL, as a crash would. Its containerd goes with it; shims and containers stay. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
    const file = join(this.folder, 'e/containerd/containerd.pid');
    const pid = readFileSync(file, 'utf8').trim();
    await until(() => hasEnded(pid), 'the end of containerd');
    // Not reaped yet, it would be taken for one that lives, and waited for.
    rmSync(file);
  }

  /** As people do: what it prints. */
  async cli(...args: readonly string[]): Promise<string> {
    const all = ['-H', `unix://${this.socket}`, ...args];
    const { stdout } = await promisify(execFile)('docker', all, { env: { ...process.env, PATH: path } });
    return stdout.trim();
  }

  async stop(): Promise<void> {
    // A container that is left would live on, for the next daemon.
    await removeContainers(this.socket).catch(() => {});
    await this.#end('SIGTERM');
    await sweep(this.folder);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const hasLeft = once(child, 'exit');
    child.kill(signal);
    await hasLeft;
  }
}

function hasEnded(pid: string): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

/** Podman's service of the Docker API, with storage and configuration in a folder of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  importImage,
  makeServerFolder,
  removeContainers,
  sweep,
  untilItAnswers,
} from './container-engine.ts';
import { whyNoContainers } from './dockerd.ts';

/** Its API takes no flags along: here is what the command line would say. crun cannot do with hybrid cgroups. */
const configuration = `
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/** For `skip`: false, or what is missing. */
export function whyNoPodman(): string | false {
  if (process.getuid?.() !== 0) return 'its storage here needs root';
  return whyNoContainers(['podman', 'runc', 'conmon', 'busybox']);
}

export class Podman {
  readonly folder = makeServerFolder('rbp');
  readonly socket = join(this.folder, 's');
  readonly #log = join(this.folder, 'log');
  readonly #env = {
    ...process.env,
    // It leaves images that it loaded there.
    TMPDIR: this.folder,
    PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
    CONTAINERS_CONF: join(this.folder, 'containers.conf'),
  };
  #process: ChildProcess | undefined;

  /** With the image `IMAGE`. */
  static async start(): Promise<Podman> {
    const server = new Podman();
    try {
      writeFileSync(join(server.folder, 'containers.conf'), configuration);
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
    const args = [...this.#flags(), 'system', 'service', '--time', '0', `unix://${this.socket}`];
    this.#process = spawn('podman', args, { env: this.#env, stdio: ['ignore', log, log] });
    await untilItAnswers(this.socket, this.#log);
  }

  /** SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As people do: what it prints. */
  async cli(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('podman', [...this.#flags(), ...args], { env: this.#env });
    return stdout.trim();
  }

  async stop(): Promise<void> {
    await removeContainers(this.socket).catch(() => {});
    await this.#end('SIGTERM');
    await sweep(this.folder);
  }

  #flags(): string[] {
    const places = ['--root', join(this.folder, 'r'), '--runroot', join(this.folder, 'rr')];
    const tmp = ['--tmpdir', join(this.folder, 't')];
    const lean = ['--storage-driver', 'vfs', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file'];
    return [...places, ...tmp, ...lean, '--runtime', 'runc'];
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const hasLeft = once(child, 'exit');
    child.kill(signal);
    await hasLeft;
  }
}

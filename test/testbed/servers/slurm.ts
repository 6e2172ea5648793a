/** A real Slurm of one node: munged, slurmctld and slurmd, with configuration, ports and state of their own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { isAlive, until } from '../../cli/cli-home.ts';
import type { Undo } from '../agent-folder.ts';

const run = promisify(execFile);
const path = `${process.env.PATH}:/usr/sbin:/sbin`;

/** For `skip` of a suite: false where Slurm can be started, else why not. */
export async function whyNoSlurm(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'Slurm: munged and slurmd need root';
  for (const program of ['munged', 'slurmctld', 'slurmd', 'sbatch', 'setpriv'])
    try {
      await run('which', [program], { env: { PATH: path } });
    } catch {
      return `Slurm: ${program} is not installed (scripts/set-up-places.sh)`;
    }
  return false;
}

/** One was seen to hang at its start, after the one before it had been killed: another start helps. */
const NODE_STARTS_MS = 10_000;

export class Slurm {
  /** For its client programs. */
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #config: string;
  #controller: ChildProcess | undefined;
  #node: ChildProcess | undefined;

  private constructor(undo: Undo) {
    this.#folder = mkdtempSync(join(tmpdir(), 'ringback-slurm-'));
    chmodSync(this.#folder, 0o755);
    this.#config = join(this.#folder, 'slurm.conf');
    this.env = { SLURM_CONF: this.#config };
    undo(() => this.#end());
  }

  /** Up and with an idle node, which may say that it has more processors than there are. */
  static async start(undo: Undo, { cpus = 2 } = {}): Promise<Slurm> {
    const slurm = new Slurm(undo);
    await slurm.#writeConfig(cpus);
    await slurm.#startMunge();
    await Promise.all([slurm.startController(), slurm.startNode()]);
    await until(
      async () => (await slurm.client('sinfo', '--noheader', '--format=%t')) === 'idle',
      'an idle node',
    );
    return slurm;
  }

  /** What a client program prints. */
  async client(program: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await run(program, args, { env: { ...process.env, ...this.env } });
    return stdout.trim();
  }

  async startController(): Promise<void> {
    const isUp = () => this.client('scontrol', 'ping').then(...yesOrNo);
    await until(() => {
      if (hasEnded(this.#controller)) this.#controller = this.#spawn('slurmctld', '-D', '-f', this.#config);
      return isUp();
    }, 'slurmctld');
  }

  async startNode(): Promise<void> {
    const log = join(this.#folder, 'slurmd.log');
    const before = countStarts(log);
    let spawnedAt = 0;
    await until(() => {
      if (hasEnded(this.#node)) {
        this.#node = this.#spawn('slurmd', '-D', '-f', this.#config);
        spawnedAt = Date.now();
      } else if (Date.now() - spawnedAt > NODE_STARTS_MS) this.#node?.kill('SIGKILL');
      return countStarts(log) > before;
    }, 'slurmd');
  }

  killNode(): Promise<void> {
    return end(this.#node, 'SIGKILL');
  }

  /** By request: killed it would forget the jobs of its last seconds. */
  stopController(): Promise<void> {
    return end(this.#controller, 'SIGTERM');
  }

  async #startMunge(): Promise<void> {
    const folder = join(this.#folder, 'munge');
    mkdirSync(folder, { mode: 0o755 });
    const [user, group] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'munge'])).stdout)),
    );
    const key = join(folder, 'key');
    writeFileSync(key, randomBytes(128), { mode: 0o600 });
    for (const one of [folder, key]) chownSync(one, Number(user), Number(group));
    const files = ['key-file', 'socket', 'pid-file', 'log-file', 'seed-file'];
    const options = files.map((name) => `--${name}=${join(folder, name.replace('-file', ''))}`);
    const as = ['--reuid=munge', '--regid=munge', '--clear-groups'];
    this.#spawn('setpriv', ...as, 'munged', '--foreground', ...options);
    await until(() => readdirSync(folder).includes('socket'), 'munged');
  }

  async #writeConfig(cpus: number): Promise<void> {
    for (const name of ['state', 'spool']) mkdirSync(join(this.#folder, name));
    writeFileSync(join(this.#folder, 'cgroup.conf'), 'CgroupPlugin=cgroup/v1\n');
    const [controllerPort, nodePort] = await freePorts(2);
    const host = hostname().split('.')[0];
    const lines = [
      'ClusterName=ringback',
      `SlurmctldHost=${host}(127.0.0.1)`,
      'SlurmUser=root',
      'SlurmdUser=root',
      `AuthInfo=socket=${this.#folder}/munge/socket`,
      `SlurmctldPort=${controllerPort}`,
      `SlurmdPort=${nodePort}`,
      `SlurmctldPidFile=${this.#folder}/slurmctld.pid`,
      `SlurmdPidFile=${this.#folder}/slurmd.pid`,
      `SlurmctldLogFile=${this.#folder}/slurmctld.log`,
      `SlurmdLogFile=${this.#folder}/slurmd.log`,
      `StateSaveLocation=${this.#folder}/state`,
      `SlurmdSpoolDir=${this.#folder}/spool`,
      'ProctrackType=proctrack/linuxproc',
      'TaskPlugin=task/none',
      'JobAcctGatherType=jobacct_gather/none',
      'AccountingStorageType=accounting_storage/none',
      'SelectType=select/cons_tres',
      'SelectTypeParameters=CR_CPU_Memory',
      'SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0,batch_sched_delay=0',
      'SlurmdParameters=config_overrides',
      'DefMemPerCPU=10',
      'ReturnToService=2',
      'KillWait=2',
      'MessageTimeout=5',
      // A login shell that is killed half-way may leave locks behind (pyenv's), which hold up every login after it.
      'GetEnvTimeout=60',
      `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${cpus} RealMemory=1000 State=UNKNOWN`,
      `PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP`,
    ];
    writeFileSync(this.#config, `${lines.join('\n')}\n`);
  }

  #spawn(program: string, ...args: readonly string[]): ChildProcess {
    const env = { ...process.env, ...this.env, PATH: path };
    // A session of its own: jobs outlive the slurmd that started them, and no signal of ours reaches them by chance.
    return spawn(program, args, { env, stdio: 'ignore', detached: true });
  }

  /** Steps are nobody's children: what Slurm started is known by the configuration in its environment. */
  async #end(): Promise<void> {
    const needle = `SLURM_CONF=${this.#config}`;
    await until(() => {
      const left = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && hasVariable(pid, needle));
      for (const pid of left) endProcess(Number(pid));
      return left.length === 0;
    }, 'the end of Slurm');
    removeFolder(this.#folder);
  }
}

const yesOrNo = [(text: string) => / is UP/.test(text), () => false] as const;

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child?.pid || !isAlive(child.pid)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function countStarts(log: string): number {
  try {
    return readFileSync(log, 'utf8').split('slurmd started on').length - 1;
  } catch {
    return 0;
  }
}

function hasVariable(pid: string, needle: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(needle) && isAlive(Number(pid));
  } catch {
    return false;
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it went by itself
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Not there yet, or ended: while it was down somebody may have taken its port for a moment. */
function hasEnded(server: ChildProcess | undefined): boolean {
  return server === undefined || server.exitCode !== null || server.signalCode !== null;
}

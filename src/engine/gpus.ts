import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { withinMs } from '../base/within-ms.ts';
import { type GpuUsage, parseApps, parseMonitor, sumOf } from './nvidia-smi.ts';

type Used = ReadonlyMap<number, GpuUsage>;

const FRESH_MS = 1_000;
/** Where it takes long (the driver may have to be loaded for it), a look shows what the look before has asked for. */
const STALE_MS = 10_000;
const PROGRAM_MAY_TAKE_MS = 5_000;
/** Not asked again so soon where there is no such program, or it fails. */
const ABSENT_MS = 60_000;
const MOST_ANCESTORS = 64;
/** The machine's own namespace (PROC_PID_INIT_INO). In a container the driver's numbers are those of another one. */
const FIRST_PID_NAMESPACE = 'pid:[4026531836]';

const run = promisify(execFile);
const none: Used = new Map();

/**
 * What processes use of this machine's graphics processors, as `nvidia-smi` tells: asked once for all, and only when
 * somebody looks. Without it, or where it fails, there are no figures, and never an error.
 */
export class Gpus {
  #asked: Promise<void> | undefined;
  #used: Used = none;
  #usedAt = 0;
  #absentUntil = 0;
  /** Whether the numbers by which the driver calls processes are those of `/proc`. */
  readonly #numbersAreOurs: () => boolean;

  constructor(numbersAreOurs = isFirstPidNamespace) {
    this.#numbersAreOurs = numbersAreOurs;
  }

  /** By keeper: everything below it counts. Waits at most `ms`. */
  async usageBelow(keeperPids: ReadonlySet<number>, ms: number): Promise<Map<number, GpuUsage>> {
    const found = new Map<number, GpuUsage>();
    if (keeperPids.size === 0 || !this.#numbersAreOurs()) return found;
    for (const [pid, usage] of await this.#read(ms)) {
      const keeper = ancestorAmong(pid, keeperPids);
      if (keeper !== undefined) found.set(keeper, sumOf(found.get(keeper), usage));
    }
    return found;
  }

  async #read(ms: number): Promise<Used> {
    const age = Date.now() - this.#usedAt;
    if (age >= FRESH_MS && Date.now() >= this.#absentUntil) {
      this.#asked ??= this.#ask().finally(() => {
        this.#asked = undefined;
      });
      await withinMs(ms, this.#asked);
    }
    return Date.now() - this.#usedAt < STALE_MS ? this.#used : none;
  }

  async #ask(): Promise<void> {
    const used =
      (await print(['pmon', '-c', '1', '-s', 'um'], parseMonitor)) ??
      (await print(['--query-compute-apps=pid,used_memory', '--format=csv,noheader,nounits'], parseApps));
    if (used === undefined) this.#absentUntil = Date.now() + ABSENT_MS;
    this.#used = used ?? none;
    this.#usedAt = Date.now();
  }
}

async function print(args: readonly string[], parse: (text: string) => Used): Promise<Used | undefined> {
  try {
    const options = { timeout: PROGRAM_MAY_TAKE_MS, killSignal: 'SIGKILL', maxBuffer: 1 << 20 } as const;
    return parse((await run('nvidia-smi', args, options)).stdout);
  } catch {
    return undefined;
  }
}

function isFirstPidNamespace(): boolean {
  try {
    return readlinkSync('/proc/self/ns/pid') === FIRST_PID_NAMESPACE;
  } catch {
    return false;
  }
}

/** A keeper adopts what its command leaves behind: everything of its tree is below it. */
function ancestorAmong(pid: number, wanted: ReadonlySet<number>): number | undefined {
  let one = pid;
  for (let i = 0; i < MOST_ANCESTORS && one > 1; i += 1) {
    if (wanted.has(one)) return one;
    one = parentOf(one);
  }
  return undefined;
}

/** 0: it is gone. */
function parentOf(pid: number): number {
  try {
    // The name, in brackets, may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || 0;
  } catch {
    return 0;
  }
}

/** What a process uses of the graphics processors of its machine. */
export type GpuUsage = {
  readonly memoryBytes: number;
  /** Of one graphics processor; undefined where only the memory is told. */
  readonly percent: number | undefined;
};

const MIB = 2 ** 20;

/** What `nvidia-smi pmon -c 1 -s um` prints: a header that names the columns, and a line per processor and process. */
export function parseMonitor(text: string): Map<number, GpuUsage> {
  const used = new Map<number, GpuUsage>();
  const lines = text.split('\n');
  const names =
    lines
      .find((line) => /^#\s*gpu\s/.test(line))
      ?.slice(1)
      .trim()
      .split(/\s+/) ?? [];
  const [pidAt, percentAt, memoryAt] = ['pid', 'sm', 'fb'].map((name) => names.indexOf(name));
  if (pidAt === undefined || pidAt < 0) return used;
  for (const line of lines) {
    if (line.startsWith('#')) continue;
    const values = line.trim().split(/\s+/);
    const pid = toNumber(values[pidAt]);
    if (pid === undefined) continue;
    add(used, pid, {
      memoryBytes: (toNumber(values[memoryAt ?? -1]) ?? 0) * MIB,
      percent: toNumber(values[percentAt ?? -1]) ?? 0,
    });
  }
  return used;
}

/** What `nvidia-smi --query-compute-apps=pid,used_memory --format=csv,noheader,nounits` prints: for processors that cannot be monitored. */
export function parseApps(text: string): Map<number, GpuUsage> {
  const used = new Map<number, GpuUsage>();
  for (const line of text.split('\n')) {
    const [pid, memory] = line.split(',').map(toNumber);
    if (pid !== undefined) add(used, pid, { memoryBytes: (memory ?? 0) * MIB, percent: undefined });
  }
  return used;
}

/** Two uses together: of two processes, or of one on two processors. */
export function sumOf(one: GpuUsage | undefined, other: GpuUsage): GpuUsage {
  if (one === undefined) return other;
  const percent =
    one.percent === undefined && other.percent === undefined
      ? undefined
      : (one.percent ?? 0) + (other.percent ?? 0);
  return { memoryBytes: one.memoryBytes + other.memoryBytes, percent };
}

function add(used: Map<number, GpuUsage>, pid: number, usage: GpuUsage): void {
  used.set(pid, sumOf(used.get(pid), usage));
}

/** `-`, `[N/A]` and the like are none. */
function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;
}

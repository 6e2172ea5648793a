import { formatAge } from '../../base/age.ts';
import type { WirePoll, WireResources } from '../../wire/process.ts';
import { describeEnding, isEnded } from './ending.ts';

/** `running for 5m, silent for 3s, pid 4711`. */
export function describeState(poll: WirePoll): string {
  if (isEnded(poll)) return `${describeEnding(poll)} after ${formatAge(poll.uptime_seconds * 1000)}`;
  if (poll.status === 'queued')
    return `queued for ${formatAge(poll.uptime_seconds * 1000)}${describeWaiting(poll)}`;
  const silent = `silent for ${formatAge(poll.idle_seconds * 1000)}`;
  return `${poll.detached ? 'detached' : poll.status} for ${formatAge(poll.uptime_seconds * 1000)}, ${silent}, pid ${poll.pid}`;
}

function describeWaiting({ waiting_for }: WirePoll): string {
  return waiting_for ? `, waits for ${waiting_for.join(', ')}` : '';
}

/** Of one that runs; nothing where that is not known. */
export function describeUsage(poll: WirePoll): string | undefined {
  const { cpu_seconds, memory_bytes } = poll;
  if (cpu_seconds === undefined || memory_bytes === undefined) return undefined;
  const gpu = describeGpu(poll);
  return `${formatBytes(memory_bytes)} of memory, ${cpu_seconds} s of processor time so far${gpu && `, GPU: ${gpu}`}`;
}

/** `1.9 GiB, 98 %`; empty where it uses none. */
export function describeGpu({ gpu_memory_bytes, gpu_percent }: WireResources): string {
  if (gpu_memory_bytes === undefined) return '';
  return [formatBytes(gpu_memory_bytes), gpu_percent !== undefined && `${gpu_percent} %`]
    .filter(Boolean)
    .join(', ');
}

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}

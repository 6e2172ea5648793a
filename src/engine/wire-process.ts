import { formatPort } from '../keeper/ports.ts';
import type { WireEnd, WireProcess, WireResources, WireStatus } from '../wire/process.ts';
import { completionReason, endOf, statusOf, terminationSource } from './life.ts';
import type { Life, ProcessSnapshot } from './types.ts';

/** `now` ends the uptime of what still runs; what has ended does not grow older (trap 13). */
export function toWireProcess(process: ProcessSnapshot, now: number): WireProcess {
  const { life } = process;
  return {
    session_id: process.id,
    command: process.command,
    cwd: process.cwd,
    pid: process.pid,
    started_at: new Date(process.startedAt).toISOString(),
    uptime_seconds: seconds((endOf(life) ?? now) - process.startedAt),
    status: statusOf(life),
    ...exitStatus(life),
    session_key: process.session,
    task: process.task,
    ...(process.name !== '' && { name: process.name }),
    ...(process.system !== '' && { system: process.system }),
    ...(process.delegation !== '' && { delegation: process.delegation }),
    environment: process.environment,
    pty: process.pty,
    stdin: process.stdin,
    ...(process.notifyOnComplete && { notify_on_complete: true }),
    ...(process.notifyOn === 'failure' && { notify_on: process.notifyOn }),
    ...(process.watchPatterns.length > 0 && { watch_patterns: process.watchPatterns }),
    ...(process.ready !== '' && { ready: process.ready }),
    ...readyFields(process),
    ...(process.after.length > 0 && { after: process.after }),
    ...waitingFor(life),
    ...(process.ptyNote !== undefined && { pty_note: process.ptyNote }),
    ...(life.state === 'running' && life.detached && { detached: true }),
    ...('note' in life && life.note !== undefined && { note: life.note }),
    ...toWireEnd(life),
    ...resources(process),
  };
}

/** Whether it is ready, and on which ports it listens, as far as that is known. */
export function readyFields({ readyAt, ports = [] }: ProcessSnapshot) {
  return {
    ...(readyAt > 0 && { ready_at: new Date(readyAt).toISOString() }),
    ...(ports.length > 0 && { ports: ports.map(formatPort) }),
  };
}

/** What has to happen before it begins. */
export function waitingFor(life: Life): { waiting_for?: readonly string[] } {
  return life.state === 'queued' && life.waitingFor ? { waiting_for: life.waitingFor } : {};
}

/** Nothing for what has not ended. */
export function toWireEnd(life: Life): WireEnd {
  const ended = endOf(life);
  const reason = completionReason(life);
  if (ended === undefined || reason === null) return {};
  return {
    completion_reason: reason,
    termination_source: terminationSource(life),
    ended_at: new Date(ended).toISOString(),
    ...('note' in life && life.note && { note: life.note }),
  };
}

export function exitStatus(life: Life): { exit_code: number | null; signal: string | null } {
  if (life.state !== 'exited') return { exit_code: null, signal: null };
  return { exit_code: life.exit.exitCode, signal: life.exit.signal };
}

/** What it uses, or what was measured when it ended. */
function resources(process: ProcessSnapshot): WireResources {
  const { life } = process;
  if (life.state !== 'exited') return usageFields(process);
  const { exit } = life;
  return {
    peak_memory_kb: exit.maxRssKb,
    cpu_seconds: (exit.userMs + exit.systemMs) / 1000,
    ...(exit.killedForMemory && { killed_for_memory: true }),
  };
}

/** What it and everything it started use, where that was asked and could be told. */
export function usageFields({ usage, gpu }: ProcessSnapshot): WireResources {
  return {
    ...(usage && {
      cpu_seconds: usage.cpuSeconds,
      memory_bytes: usage.memoryBytes,
      process_count: usage.processCount,
    }),
    ...(gpu && { gpu_memory_bytes: gpu.memoryBytes }),
    ...(gpu?.percent !== undefined && { gpu_percent: gpu.percent }),
  };
}

export function endedStatus(life: Life): Extract<WireStatus, 'exited' | 'lost'> {
  return statusOf(life) === 'lost' ? 'lost' : 'exited';
}

function seconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}

import type { Sample } from '../keeper/samples.ts';
import type { WireSample } from '../wire/sample.ts';
/** What the engine answers, in the words of the wire. */

import type { ReadyPlace } from '../wire/events.ts';
import type { WireKill } from '../wire/kill.ts';
import type { WireLog } from '../wire/output.ts';
import type { WireListed, WirePoll } from '../wire/process.ts';
import type { WireStarted } from '../wire/start.ts';
import type { WireWait } from '../wire/wait.ts';
import type { KillResult } from './kill.ts';
import { isEnded, statusOf } from './life.ts';
import type { LogResult } from './log.ts';
import type { PollResult } from './poll.ts';
import type { ProcessSnapshot } from './types.ts';
import type { WaitResult } from './wait.ts';
import { endedStatus, exitStatus, toWireEnd, toWireProcess } from './wire-process.ts';

/** A list shows the beginning of a command only. */
const LISTED_COMMAND_CHARACTERS = 200;

export function toWireStarted(process: ProcessSnapshot, now: number): WireStarted {
  return { output: '', ...toWireProcess(process, now), error: null };
}

export function toWireListed(process: ProcessSnapshot, preview: string, now: number): WireListed {
  const wire = toWireProcess(process, now);
  return { ...wire, command: shorten(wire.command), output_preview: preview };
}

export function toWirePoll(poll: PollResult, now: number): WirePoll {
  return {
    ...toWireProcess(poll.process, now),
    uptime_seconds: poll.uptimeSeconds,
    idle_seconds: poll.idleSeconds,
    output_preview: poll.outputPreview,
    cursor: poll.cursor,
    log: {
      printed_bytes: poll.log.printed,
      kept_bytes: poll.log.kept,
      lines: poll.log.lines,
      gaps: poll.log.gaps,
    },
    waiting_input: poll.waitingInput,
    descendants: poll.descendants,
  };
}

export function toWireLog(log: LogResult): WireLog {
  return {
    session_id: log.process.id,
    command: log.process.command,
    status: statusOf(log.process.life),
    output: log.output,
    total_lines: log.totalLines,
    showing: log.showing,
    cursor: log.cursor,
    ...(log.gaps.length > 0 && { gaps: log.gaps }),
  };
}

export function toWireWait(wait: WaitResult): WireWait {
  const { process, output } = wait;
  if (wait.status === 'timeout') {
    return {
      status: 'timeout',
      session_id: process.id,
      command: process.command,
      process_running: true,
      timeout_note: timeoutNote(wait.waitedSeconds, process),
      output,
    };
  }
  return {
    status: endedStatus(process.life),
    session_id: process.id,
    command: process.command,
    ...exitStatus(process.life),
    ...toWireEnd(process.life),
    output,
  };
}

export function toWireMatch(
  process: ProcessSnapshot,
  until: string,
  { line, offset, next }: { line: string; offset: number; next: number },
  output: string,
): WireWait {
  return {
    status: 'matched',
    session_id: process.id,
    command: process.command,
    process_running: !isEnded(process.life),
    until,
    line,
    offset,
    cursor: String(next),
    output,
  };
}

export function toWireReady(process: ProcessSnapshot, place: ReadyPlace, output: string): WireWait {
  return {
    status: 'ready',
    session_id: process.id,
    command: process.command,
    process_running: !isEnded(process.life),
    ready_at: new Date(process.readyAt).toISOString(),
    ...place,
    output,
  };
}

export function toWireKill(kill: KillResult): WireKill {
  return {
    status: kill.status,
    session_id: kill.process.id,
    command: kill.process.command,
    ...exitStatus(kill.process.life),
    ...toWireEnd(kill.process.life),
    output: kill.output,
    killed: kill.killed,
    survivors: kill.survivors,
  };
}

/** Trap 16: what reads like a failure is tried again and again. */
function timeoutNote(
  waitedSeconds: number,
  { notifyOnComplete, notifyOn, watchPatterns, ready, readyAt, life }: ProcessSnapshot,
): string {
  const beginning = `Waited ${Number(waitedSeconds.toFixed(1))} s. This is not an error: the command ${life.state === 'queued' ? 'is still queued' : 'is still running'}.`;
  if (notifyOnComplete)
    return `${beginning} A notification will come when it ${notifyOn === 'failure' ? 'fails' : 'ends'}; there is no need to wait.`;
  if (ready !== '' && readyAt === 0)
    return `${beginning} A notification will come when it is ready, or ends before that.`;
  if (watchPatterns.length > 0)
    return `${beginning} A notification will come when a line matches its watch, but none when it ends.`;
  return `${beginning} No notification of its end will come; ask for one with notify, or wait again.`;
}

/** By whole characters: half of a surrogate pair is no text. */
function shorten(command: string): string {
  if (command.length <= LISTED_COMMAND_CHARACTERS) return command;
  return Array.from(command).slice(0, LISTED_COMMAND_CHARACTERS).join('');
}

export function toWireSample(sample: Sample): WireSample {
  return {
    at: new Date(sample.at).toISOString(),
    cpu_seconds: sample.cpuSeconds,
    memory_bytes: sample.memoryBytes,
    peak_memory_bytes: sample.peakBytes,
    read_bytes: sample.readBytes,
    written_bytes: sample.writtenBytes,
    processes: sample.processes,
  };
}

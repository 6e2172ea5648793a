import { isEnded, statusOf } from '../../engine/life.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import { exitStatus, toWireEnd, waitingFor } from '../../engine/wire-process.ts';
import type { ToolContext } from '../context.ts';

/** Fields of every answer about one process. */
export function processFields({ views }: ToolContext, process: ProcessSnapshot) {
  return {
    session_id: process.id,
    ...(process.name !== '' && { name: process.name }),
    command: views.command(process),
    status: statusOf(process.life),
  };
}

/** What it waits for, if it is queued. */
export function queueFields({ life }: ProcessSnapshot): { note?: string; waiting_for?: readonly string[] } {
  if (life.state !== 'queued') return {};
  return { ...waitingFor(life), ...(life.note !== undefined && { note: life.note }) };
}

/** How it ended, if it has. */
export function endFields({ life }: ProcessSnapshot) {
  if (!isEnded(life)) return {};
  return {
    ...exitStatus(life),
    ...toWireEnd(life),
    ...(life.state === 'exited' && life.exit.killedForMemory && { killed_for_memory: true }),
  };
}

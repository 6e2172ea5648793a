import { isEnded, statusOf } from '../../engine/life.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import { exitStatus, resources, toWireEnd } from '../../engine/wire-process.ts';
import type { ToolContext } from '../context.ts';

/** What every answer about one process says of it. */
export function about({ views }: ToolContext, process: ProcessSnapshot) {
  return { session_id: process.id, command: views.command(process), status: statusOf(process.life) };
}

/** What it waits for; nothing unless it is queued. */
export function queue({ life }: ProcessSnapshot): { note?: string } {
  return life.state === 'queued' && life.note !== undefined ? { note: life.note } : {};
}

/** How it ended; nothing while it has not. */
export function ending({ life }: ProcessSnapshot) {
  if (!isEnded(life)) return {};
  return {
    ...exitStatus(life),
    ...toWireEnd(life),
    ...(resources(life).killed_for_memory && { killed_for_memory: true }),
  };
}

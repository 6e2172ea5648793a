/** Daytona keeps a terminal session until somebody ends it: also that of a line that broke, or of a daemon that crashed. */
import { randomUUID } from 'node:crypto';
import { statusOf } from './errors.ts';
import type { PtyService } from './library.ts';

/** Of this process. */
const inUse = new Set<string>();

/** A name for a new one, which says whose it is. */
export function nameSession(prefix: string): string {
  const id = `${prefix}-${process.pid}-${randomUUID()}`;
  inUse.add(id);
  return id;
}

export function forgetSession(id: string): void {
  inUse.delete(id);
}

/** Ends those that nobody listens to any more. */
export async function endLostSessions(service: PtyService, prefix: string): Promise<void> {
  const sessions = await service.listPtySessions();
  for (const { id } of sessions.filter(({ id }) => id.startsWith(`${prefix}-`) && isLost(id, prefix)))
    await service.killPtySession(id).catch((error) => {
      // It has just ended by itself.
      if (statusOf(error) !== 404) throw error;
    });
}

function isLost(id: string, prefix: string): boolean {
  const pid = Number.parseInt(id.slice(prefix.length + 1), 10);
  if (pid === process.pid) return !inUse.has(id);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import type { Turn } from '../../client/notifications.ts';

const POLL_MS = 500;

type Listening = {
  /** Read again and again: the agent may switch to another conversation. */
  session(): string | undefined;
  readonly signal: AbortSignal;
  readonly ifUnheard?: boolean;
};

/** The turns of the session that is current at the moment. */
export async function* listen(client: Client, options: Listening): AsyncGenerator<Turn> {
  const { signal, session } = options;
  while (!signal.aborted) {
    const current = session();
    if (current === undefined) return;
    const moved = abortWhen(() => session() !== current, signal);
    const { ifUnheard = false } = options;
    for await (const turn of client.notifications.subscribe(current, { signal: moved, ifUnheard })) {
      if (session() === current) yield turn;
    }
    if (!moved.aborted) return;
  }
}

/** A signal that is aborted when `isOver` becomes true, or with `signal`. */
export function abortWhen(isOver: () => boolean, signal?: AbortSignal): AbortSignal {
  const over = new AbortController();
  const end = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  void look();
  return end;

  async function look(): Promise<void> {
    while (!end.aborted) {
      if (isOver()) return over.abort();
      await sleep(POLL_MS, undefined, { ref: false });
    }
  }
}

export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

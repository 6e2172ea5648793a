import { RingbackError } from '../../base/errors.ts';
import type { Client } from '../../client/client.ts';
import type { WireNotification } from '../../wire/notification.ts';
import type { Surroundings } from './surroundings.ts';
import type { Target } from './target.ts';

const MOST_NOTIFICATIONS = 1_000;
const LAST_NOTIFICATIONS = 10;

type Daemon = Pick<Client, 'list' | 'wakeUps' | 'notifications'>;

/** As the daemon knows them. Commands and output come redacted (promise 17). */
export function surroundingsOf(client: Daemon, session: string): Surroundings {
  const { wakeUps, notifications } = client;
  const mine = { session_key: session };
  const ringOf = async (id: string, limit: number) =>
    (await notifications.history({ ...mine, limit })).find(
      ({ event }) => 'wake_id' in event && event.wake_id === id,
    );
  return {
    async processes() {
      const { processes } = await client.list({ ...mine, ended: false });
      return processes.map((one) => ({
        id: one.session_id,
        pid: one.pid,
        command: one.command,
        uptimeSeconds: one.uptime_seconds,
        patterns: one.watch_patterns ?? [],
        hasMatched: one.watch_hit ?? false,
        notifies: one.notify_on_complete ?? false,
        output: one.output_preview,
      }));
    },
    async wakeUps() {
      const pending = await wakeUps.list(mine);
      return pending.map(({ wake_id, note, due_at }) => ({ id: wake_id, note, dueAt: due_at }));
    },
    async hasRings() {
      return (await notifications.history({ ...mine, open: true, limit: 1 })).length > 0;
    },
    async barrier(id) {
      // Most often it has just rung.
      const last = await ringOf(id, LAST_NOTIFICATIONS);
      if (!last && (await wakeUps.list(mine)).some(({ wake_id }) => wake_id === id))
        return { state: 'pending' };
      const rung = last ?? (await ringOf(id, MOST_NOTIFICATIONS));
      return rung ? { state: 'rung', notification: rung.id, isOpen: isOpen(rung) } : { state: 'gone' };
    },
    async setBarrier(id, target, note) {
      await wakeUps.set({
        id,
        ...mine,
        note,
        rings_when_cancelled: true,
        ...(await momentOf(client, target)),
      });
    },
    async cancelBarrier(id) {
      await wakeUps.cancel(id, { silently: true }).catch(ignoreUnknown);
      const rung = await ringOf(id, MOST_NOTIFICATIONS);
      if (rung && isOpen(rung)) await notifications.dismiss([rung.id]);
    },
  };
}

function isOpen({ state }: WireNotification): boolean {
  return state === 'pending' || state === 'sent';
}

/** A process until it ends, or until an active watch of it matches. */
async function momentOf(client: Daemon, target: Target) {
  // As time that passes: the judge said how long, and a clock that is set back meanwhile must not make it longer.
  if (target.kind === 'time') return { after: (Math.max(1, target.until - Date.now()) / 1000).toFixed(3) };
  if (target.kind === 'wake_up') return { any: [target.wakeUp] };
  const { processes } = await client.list({ ended: false });
  const process = processes.find(({ session_id }) => session_id === target.process);
  const isWatched = (process?.watch_patterns ?? []).length > 0;
  return { any: [`${target.process}:ended`, ...(isWatched ? [`${target.process}:matched`] : [])] };
}

function ignoreUnknown(error: unknown): void {
  if (!(error instanceof RingbackError && error.code === 'not_found')) throw error;
}

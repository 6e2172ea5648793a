import type { Client } from '../../client/client.ts';
import type { WireListed } from '../../wire/process.ts';

type Asked = Pick<Client, 'list' | 'wakeUps' | 'delegations' | 'notifications'>;

/**
 * What a session has reason to wait for, a line each. The notifications are looked at last: what ends meanwhile has left one.
 * What repeats for ever, and a watch that has matched, is no reason.
 */
export async function whatWillRing(client: Asked, session: string): Promise<readonly string[]> {
  const { wakeUps, delegations, notifications } = client;
  const { processes } = await client.list({ session_key: session, ended: false });
  const toCome = await wakeUps.list({ session_key: session });
  const sent = await delegations.list({ session_key: session, state: 'running' });
  const untold = await notifications.history({ session_key: session, open: true, limit: 100 });
  return [
    ...processes.filter(willTell).map(({ session_id, command }) => `${session_id} (${command})`),
    ...toCome.filter(({ kind }) => kind !== 'every').map(({ wake_id }) => wake_id),
    ...sent.map(({ delegation_id }) => delegation_id),
    ...untold.map(({ id }) => id),
  ];
}

function willTell(process: WireListed): boolean {
  const { notify_on_complete, watch_patterns, watch_hit, ready, ready_at } = process;
  if (notify_on_complete) return true;
  if (watch_patterns && watch_patterns.length > 0) return watch_hit !== true;
  return ready !== undefined && ready_at === undefined;
}

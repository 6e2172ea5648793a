import { setTimeout as sleep } from 'node:timers/promises';
import { canConnect } from './can-connect.ts';
import { Link } from './link.ts';

/** Returns when the daemon no longer answers. Its processes run on. */
export async function stopDaemon(home: string): Promise<void> {
  const link = new Link({ home, startsDaemon: false });
  await link.callOnce({ method: 'POST', path: '/v1/stop', body: {} });
  while (await canConnect(home)) await sleep(5);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, programIdentity } from '../base/program-identity.ts';
import { canConnect } from './can-connect.ts';
import { Link } from './link.ts';

/** A daemon in another container that shares the home has a pid that means nothing here. */
const LONGEST_FAREWELL_MS = 10_000;

/** Returns when the daemon of that pid has ended, and has nothing more to write. Its processes keep running. */
export async function stopDaemon(home: string, pid: number): Promise<void> {
  const daemon = programIdentity(pid);
  const link = new Link({ home, startsDaemon: false });
  await link.callOnce({ method: 'POST', path: '/v1/stop', body: {} });
  while (await canConnect(home)) await sleep(5);
  const deadline = Date.now() + LONGEST_FAREWELL_MS;
  while (isAlive(daemon) && Date.now() < deadline) await sleep(5);
}

import { canConnect } from '../../client/can-connect.ts';
import { Client } from '../../client/client.ts';
import type { WireProgram } from '../../wire/daemon.ts';
import { type Check, ok, warn } from './check.ts';

/** The programs of Ringback itself that the daemon keeps, such as its agent. */
export async function checkKept(home: string): Promise<Check> {
  if (!(await canConnect(home))) return ok('none is needed while no daemon runs');
  const { programs } = await new Client({ home, startsDaemon: false }).health();
  const failing = programs.find(({ failures }) => failures > 0);
  if (!failing) return ok(programs.map(({ name, state }) => `${name} ${describe(state)}`).join(', '));
  const { name, failures, trouble = 'it does not answer' } = failing;
  return warn(
    `${name} has failed ${failures} times in a row, and is started again after a pause: ${trouble}`,
    'See what it printed: ringback ls --system, ringback log ID',
  );
}

function describe(state: WireProgram['state']): string {
  return state === 'down' ? 'is not needed now' : `is ${state}`;
}

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ringbackVersion } from '../../base/version.ts';
import { canConnect } from '../../client/can-connect.ts';
import { Client } from '../../client/client.ts';
import { type Check, fail, ok, warn } from './check.ts';

export async function checkDaemon(home: string): Promise<Check> {
  if (!(await canConnect(home))) return ok('not running; it starts when it is needed');
  const { pid, version, running } = await new Client({ home, startsDaemon: false }).health();
  if (version !== ringbackVersion()) {
    return warn(
      `version ${version} is running, this is version ${ringbackVersion()}`,
      'Run `ringback daemon stop`; the next command starts the new version.',
    );
  }
  const socket = join(home, 'daemon.sock');
  if ((statSync(socket).mode & 0o077) !== 0)
    return fail(`${socket} is open to other users`, `Run: chmod 600 ${socket}`);
  return ok(`pid ${pid}, version ${version}, processes running: ${running}`);
}

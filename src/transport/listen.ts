import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { socketPath } from '../base/home.ts';

/**
 * Serves a socket of the home. Only for who holds the lock that goes with it: whatever has that name is then left over
 * from a program that died. The socket takes the name once it answers, so that who finds it can connect.
 */
export async function listen(server: Server, home: string, name: string): Promise<void> {
  const newName = `${name}.new`;
  rmSync(join(home, newName), { force: true });
  const address = socketPath(home, newName);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address.path, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } finally {
    address.close();
  }
  chmodSync(join(home, newName), 0o600);
  renameSync(join(home, newName), join(home, name));
}

/** To be called while that lock is still held, or it could be the socket of the next one. */
export function removeSocket(home: string, name: string): void {
  rmSync(join(home, name), { force: true });
}

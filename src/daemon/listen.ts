import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { socketPath } from '../base/home.ts';

export const SOCKET_NAME = 'daemon.sock';

/**
 * Serves `<home>/daemon.sock`. Only for the holder of the home's lock: whatever has that name is then left over from
 * a dead daemon. The socket takes the name once it answers, so that who finds it can connect.
 */
export async function listen(server: Server, home: string): Promise<void> {
  const newName = `${SOCKET_NAME}.new`;
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
  renameSync(join(home, newName), join(home, SOCKET_NAME));
}

/** To be called while the home's lock is still held, or it could be the next daemon's socket. */
export function removeSocket(home: string): void {
  rmSync(join(home, SOCKET_NAME), { force: true });
}

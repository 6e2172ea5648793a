import { connect } from 'node:net';
import { daemonSocket } from '../base/home.ts';

/** Whether somebody answers on the home's socket: the kernel's word, not that of a file (promise 4). */
export async function canConnect(home: string): Promise<boolean> {
  const address = daemonSocket(home);
  try {
    return await new Promise((resolve) => {
      const socket = connect(address.path);
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  } finally {
    address.close();
  }
}

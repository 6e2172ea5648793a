import { watch } from 'node:fs';
import { connect } from 'node:net';
import { type SocketPath, socketPath } from './home.ts';

/** How soon it is looked again where nobody tells of a change. */
const NEXT_LOOK_MS = 200;

/** Whether somebody answers on this socket: the kernel's word, not that of a file (promise 4). Closes the address. */
export async function answers(address: SocketPath): Promise<boolean> {
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

/** Returns soon after this socket of the folder has changed, when the signal falls, and soon anyway. */
export async function nextSocket(folder: string, name: string, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  const watcher = watch(folder, (_, changed) => {
    if (changed === name) done();
  });
  const timer = setTimeout(done, NEXT_LOOK_MS);
  signal?.addEventListener('abort', done);
  // It may have come before the watcher did.
  if (signal?.aborted || (await answers(socketPath(folder, name)))) done();
  await promise;
  signal?.removeEventListener('abort', done);
  clearTimeout(timer);
  watcher.close();
}

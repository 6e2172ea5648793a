import { once } from 'node:events';
import { connect } from 'node:net';

/** Opens 200 connections that say nothing; resolves when the server has closed all but the 64 that it allows. */
export async function floodWithSilence(port: number): Promise<void> {
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  try {
    const closed = sockets.map((socket) => once(socket.resume(), 'close'));
    let count = 0;
    const enough = new Promise<void>((resolve) => {
      for (const one of closed)
        void one.then(() => {
          count += 1;
          if (count === 200 - 64) resolve();
        });
    });
    await enough;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { socketPath } from '../base/home.ts';
import { inScope } from '../base/scope.ts';
import { encodeFrame, FRAME, FrameDecoder, LARGEST_CONTROL_PAYLOAD } from './frames/frame.ts';
import { encodeRecord } from './frames/record.ts';

export type AlarmListener = {
  /** The clock on the wall was set. */
  clockSet(): void;
  gone(): void;
};

/** The daemon's connection to its home's alarm. Whoever loses it without `leave` is started again. */
export class AlarmConnection {
  readonly #socket: Socket;
  readonly #decoder = new FrameDecoder(LARGEST_CONTROL_PAYLOAD);
  readonly #left = Promise.withResolvers<boolean>();

  private constructor(socket: Socket, { clockSet, gone }: AlarmListener) {
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const { type } of this.#decoder.push(chunk)) {
        if (type === FRAME.CLOCK) clockSet();
        else if (type === FRAME.OK) this.#left.resolve(true);
      }
    });
    socket.once('close', () => {
      this.#left.resolve(false);
      gone();
    });
    // An alarm that waits is no reason to stay.
    socket.unref();
  }

  /** Undefined: there is none. */
  static connect(home: string, listener: AlarmListener): Promise<AlarmConnection | undefined> {
    return new Promise((resolve) => {
      const address = socketPath(home, 'alarm.sock');
      const socket = connect(address.path);
      socket.once('error', () => {
        address.close();
        resolve(undefined);
      });
      socket.once('connect', () => {
        address.close();
        socket.removeAllListeners('error');
        resolve(new AlarmConnection(socket, listener));
      });
    });
  }

  /** The daemon goes, and is needed at `dueAt`; undefined: nothing is due, and the alarm leaves too. False: it does not know. */
  leave(dueAt: number | undefined): Promise<boolean> {
    this.#socket.write(encodeFrame(FRAME.DUE, 1, encodeRecord([['at', dueAt ?? 0]])));
    return this.#left.promise;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Starts the alarm of a home, unless there is one. Resolves when it can be connected to, or has failed. */
export function startAlarm(program: string, home: string, wakeCommand: readonly string[]): Promise<void> {
  // A failpoint is for one life.
  const { RINGBACK_ENGINE_FAILPOINT: _, ...env } = process.env;
  const [first = '', ...args] = inScope([program, 'alarm', home, ...wakeCommand]);
  const child: ChildProcessByStdio<null, Readable, null> = spawn(first, args, {
    cwd: '/',
    env,
    // In a session and a scope of its own: what ends us must not end it.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.unref();
  return new Promise((resolve) => {
    const done = () => {
      child.stdout.destroy();
      resolve();
    };
    child.once('error', done);
    child.stdout.once('data', done).once('end', done).once('error', done);
  });
}

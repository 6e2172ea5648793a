/** Terminal sessions in a sandbox: a shell in a real terminal (of `script`), which lives on when the line to it breaks. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { FolderContainer } from './folder-container.ts';

export type PtySocket = {
  readonly readyState: number;
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  send(data: Buffer | string): void;
  pause(): void;
  resume(): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
};

export class PtySession {
  readonly id: string;
  readonly #shell: ChildProcessWithoutNullStreams;
  #socket: PtySocket | undefined;

  /** When its shell has gone. */
  readonly ended: Promise<void>;

  constructor(id: string, container: FolderContainer, env: Readonly<Record<string, string>>) {
    this.id = id;
    this.#shell = container.spawn(
      ['script', '--quiet', '--flush', '--return', '--command', 'bash -i -l', '/dev/null'],
      env,
    );
    this.#shell.stdout.on('data', (bytes: Buffer) => {
      if (this.#socket?.readyState === 1) this.#socket.send(bytes);
    });
    this.ended = new Promise((resolve) => {
      this.#shell.once('close', (code) => {
        this.#socket?.close(code === 0 ? 1000 : 1011, JSON.stringify({ exitCode: code ?? 137 }));
        resolve();
      });
    });
  }

  attach(socket: PtySocket): void {
    this.#socket = socket;
    socket.send(JSON.stringify({ type: 'control', status: 'connected' }));
    socket.on('message', (bytes) => {
      if (this.#shell.stdin.write(bytes)) return;
      socket.pause();
      this.#shell.stdin.once('drain', () => socket.resume());
    });
  }

  kill(): void {
    this.#shell.kill('SIGKILL');
  }
}

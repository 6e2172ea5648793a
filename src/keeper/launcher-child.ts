import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { encodeFrame, FRAME, FrameDecoder, LARGEST_CONTROL_PAYLOAD } from './frames/frame.ts';
import { type Fields, parseRecord } from './frames/record.ts';
import { parseStarted, type Started } from './started.ts';

/** The launcher or the keeper went before it answered: whether this one started only its keep can tell. */
export class LauncherGone extends Error {}

/** The keeper said that it cannot be started; nothing runs. */
export class SpawnRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type Pending = { resolve(started: Started): void; reject(error: Error): void };

/** One `ringback-keeper launch` and the starts that it has not answered yet. */
export class LauncherChild {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #decoder = new FrameDecoder(LARGEST_CONTROL_PAYLOAD);
  readonly #pending = new Map<number, Pending>();
  #lastTag = 0;
  hasAnswered = false;
  /** Undefined until it ran or failed to. */
  error: NodeJS.ErrnoException | undefined;
  /** No longer there for new starts; keepers under way still answer. */
  onExit = () => {};

  constructor(command: readonly string[]) {
    const [program = '', ...args] = command;
    // In a session of its own: a Ctrl-C meant for us must not end it.
    this.#child = spawn(program, args, { cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.on('error', (error) => {
      this.error = error;
      this.onExit();
      this.#giveUp();
    });
    this.#child.on('exit', () => this.onExit());
    // Only once every keeper that holds its end has answered or died.
    this.#child.on('close', () => this.#giveUp());
    this.#child.stdin.on('error', () => {}); // EPIPE: its exit says the same
    this.#child.stdout.on('error', () => {});
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  send(request: string, pending: Pending): void {
    this.#lastTag = (this.#lastTag % 0x7fff_ffff) + 1;
    this.#pending.set(this.#lastTag, pending);
    this.#child.stdin.write(encodeFrame(FRAME.SPAWN, this.#lastTag, request));
  }

  /** It leaves once it has carried out what was sent. */
  end(): void {
    this.#child.stdin.end();
  }

  #read(chunk: Buffer): void {
    try {
      for (const { type, tag, payload } of this.#decoder.push(chunk)) {
        this.hasAnswered = true;
        this.#settle(type, tag, parseRecord(payload.toString(), '\0'));
      }
    } catch {
      this.#child.kill();
    }
  }

  #settle(type: number, tag: number, fields: Fields): void {
    const pending = this.#pending.get(tag);
    this.#pending.delete(tag);
    if (type === FRAME.STARTED) pending?.resolve(parseStarted(fields));
    else pending?.reject(toSpawnError(fields.get('code') ?? 'failed', fields.get('message') ?? ''));
  }

  #giveUp(): void {
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(new LauncherGone('the launcher ended before it answered'));
  }
}

/** A keeper that was killed on its way leaves the same question as a launcher that was. */
export function toSpawnError(code: string, message: string): Error {
  return code === 'died' ? new LauncherGone(message) : new SpawnRefused(code, message);
}

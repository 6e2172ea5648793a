import { accessSync, constants } from 'node:fs';
import { RingbackError } from '../base/errors.ts';
import { inScope } from '../base/scope.ts';
import { LARGEST_LAUNCHER_PAYLOAD } from './frames/frame.ts';
import { LauncherChild, LauncherGone, SpawnRefused } from './launcher-child.ts';
import type { Started } from './started.ts';

/** Keeps one `ringback-keeper launch` ready: a start then costs a frame, not a fork of this large program. */
export class Launcher {
  readonly #program: string;
  #child: LauncherChild | undefined;
  #isClosed = false;

  constructor(program: string) {
    this.#program = program;
  }

  /** Call it early: the first start then finds the launcher up. */
  prepare(): LauncherChild {
    if (this.#child) return this.#child;
    // Keepers do not end with the service or the login session that we run in (promise 5).
    const command = [this.#program, 'launch'];
    const child = new LauncherChild(this.#canRun() ? inScope(command) : command);
    child.onExit = () => this.#lose(child);
    this.#child = child;
    return child;
  }

  /**
   * `request` comes from `encodeSpawnRequest`. Fails with `SpawnRefused` (nothing runs) or `LauncherGone` (look at
   * the keep; never simply ask again).
   */
  spawn(request: string): Promise<Started> {
    if (this.#isClosed) return Promise.reject(new RingbackError('gone', 'The engine is closed.'));
    if (request.length > LARGEST_LAUNCHER_PAYLOAD || Buffer.byteLength(request) > LARGEST_LAUNCHER_PAYLOAD) {
      return Promise.reject(
        new SpawnRefused('too_large', 'Command and environment together are over 8 MiB.'),
      );
    }
    return new Promise((resolve, reject) => {
      const child = this.prepare();
      child.send(request, { resolve, reject: (error) => reject(this.#explain(child, error)) });
    });
  }

  /** Starts that were sent are still carried out and answered. */
  close(): void {
    this.#isClosed = true;
    this.#child?.end();
  }

  #lose(child: LauncherChild): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    // One that never got to work is tried again by the next start, which then says what is wrong.
    if (child.hasAnswered && !this.#isClosed) this.prepare();
  }

  /** Only who is started without a shell in between fails with the reason. */
  #canRun(): boolean {
    try {
      accessSync(this.#program, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }

  #explain(child: LauncherChild, error: Error): Error {
    if (!(error instanceof LauncherGone) || !child.error) return error;
    return new RingbackError(
      'no_keeper',
      `The keeper program ${this.#program} cannot be run: ${child.error.message}.`,
      'Build it with: npm run prepare',
    );
  }
}

import { RingbackError } from '../base/errors.ts';
import { LARGEST_LAUNCHER_PAYLOAD } from './frame.ts';
import { LauncherChild, LauncherGone, type Pending, SpawnRefused, type Started } from './launcher-child.ts';
import { scopeCommand } from './scope.ts';

/** Keeps one `ringback-keeper launch` ready: a start then costs a frame, not a fork of this large program. */
export class Launcher {
  readonly #program: string;
  /** How to get out of the service that we may run in; undefined where that cannot be had (promise 5). */
  #scope: readonly string[] | undefined;
  #child: LauncherChild | undefined;
  /** Starts that wait until a launcher in a scope has answered its greeting. */
  #held: { request: string; pending: Pending }[] | undefined;
  #isClosed = false;

  constructor(program: string, env: NodeJS.ProcessEnv = process.env) {
    this.#program = program;
    this.#scope = scopeCommand(env);
  }

  /** Call it early: the first start then finds the launcher up. */
  prepare(): LauncherChild {
    if (this.#child) return this.#child;
    const child = new LauncherChild([...(this.#scope ?? []), this.#program, 'launch']);
    child.onExit = () => this.#lose(child);
    child.onAnswer = () => this.#release(child);
    this.#child = child;
    if (this.#scope) {
      this.#held ??= [];
      child.greet();
    }
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
        new SpawnRefused('bad_request', 'Command and environment together are over 8 MiB.'),
      );
    }
    return new Promise((resolve, reject) => {
      const child = this.prepare();
      const pending = { resolve, reject: (error: Error) => reject(this.#explain(child, error)) };
      if (this.#held) this.#held.push({ request, pending });
      else child.send(request, pending);
    });
  }

  /** Starts that were sent are still carried out and answered. */
  close(): void {
    this.#isClosed = true;
    this.#child?.end();
  }

  #release(child: LauncherChild): void {
    for (const { request, pending } of this.#held ?? []) child.send(request, pending);
    this.#held = undefined;
  }

  #lose(child: LauncherChild): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (this.#scope && !child.hasAnswered) {
      // systemd-run refused, and nobody has read what is held: do without, silently.
      this.#scope = undefined;
      this.#release(this.prepare());
    } else if (child.hasAnswered && !this.#isClosed) {
      // One that never got to work is tried again by the next start, which then says what is wrong.
      this.prepare();
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

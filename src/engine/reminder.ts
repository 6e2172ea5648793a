import { type ChildProcess, spawn } from 'node:child_process';
import { inScope } from '../base/scope.ts';

/** Reads until we say a word, or are gone without one. A moment later, as keepers do, it brings the daemon back. */
const SCRIPT = 'read -r word && exit; sleep 1; exec "$@" >/dev/null 2>&1';

/** One that is needed no more stays a while: the next ring may be near, and a start is not for nothing. */
const LINGER_MS = 30_000;

/**
 * Promise 15 where no keeper of this machine can wake a daemon that is killed: for processes elsewhere, and for what is
 * still to be rung, whose keeper has left because the end is in the table. A shell that waits for our death does.
 */
export class Reminder {
  readonly #command: readonly string[];
  #child: ChildProcess | undefined;
  #needs = 0;
  #linger: NodeJS.Timeout | undefined;

  /** What starts a daemon. Without one nobody is reminded. */
  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** From now on somebody has to come back, until the returned function is called. */
  need(): () => void {
    this.#needs += 1;
    clearTimeout(this.#linger);
    this.#start();
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      this.#needs -= 1;
      if (this.#needs === 0) this.#linger = setTimeout(() => this.close(), LINGER_MS).unref();
    };
  }

  /** Who leaves in peace is not brought back. */
  close(): void {
    clearTimeout(this.#linger);
    this.#child?.stdin?.end('done\n');
    this.#child = undefined;
  }

  #start(): void {
    if (this.#child || this.#command.length === 0) return;
    // A failpoint is for one life.
    const { RINGBACK_ENGINE_FAILPOINT: _, ...env } = process.env;
    const [program = '', ...args] = inScope(['/bin/sh', '-c', SCRIPT, 'ringback', ...this.#command]);
    const child = spawn(program, args, {
      cwd: '/',
      env,
      // In a session and a scope of its own: what ends us must not end it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const forget = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.on('error', forget).on('exit', forget).unref();
    child.stdin?.on('error', () => {});
    this.#child = child;
  }
}

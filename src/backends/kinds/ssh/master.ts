import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlessAborted } from '../../../base/unless-aborted.ts';
import { runToEnd } from '../../run-to-end.ts';
import { MUST, missingOptions, readConfig, runSsh, wishedOptions } from './client.ts';
import { explain } from './explain.ts';
import type { Settings } from './settings.ts';

/** It leaves by itself so long after its last session: also when we are killed. */
const IDLE_SECONDS = 60;
/** It answers from this machine: one that takes longer hangs. */
const CHECK_MS = 5000;
/** Logging in, over several jumps and with a slow directory service. */
const LOGIN_MS = 90_000;

/** The one connection that all programs of an environment share, which OpenSSH calls a control master. */
export class Master {
  readonly #host: string;
  readonly #options: readonly string[];
  readonly #socket: string;
  /** Where the user's configuration is silent; known once it was read. */
  #defaults: readonly string[] = [];
  #connecting: Promise<string[]> | undefined;
  #ending = new AbortController();

  constructor(settings: Settings, folder: string) {
    this.#host = settings.host;
    this.#options = wishedOptions(settings);
    this.#socket = join(folder, 'm');
  }

  /** What is said to ssh to speak through it. It is there afterwards, also when it was lost before. */
  options(signal?: AbortSignal): Promise<string[]> {
    this.#connecting ??= this.#connect(this.#ending.signal).finally(() => {
      this.#connecting = undefined;
    });
    return unlessAborted(this.#connecting, signal);
  }

  /** Ends it; nothing happens when there is none. */
  async end(): Promise<void> {
    this.#ending.abort(new Error('the environment was closed'));
    this.#ending = new AbortController();
    await this.#order('exit', this.#through(this.#socket)).catch(() => {});
  }

  async #connect(signal: AbortSignal): Promise<string[]> {
    if (await this.#isAlive(this.#socket)) return this.#through(this.#socket);
    const { config, stderr } = await readConfig(this.#options, this.#host, signal);
    if (!config.has('hostname')) throw explain(stderr, this.#host);
    this.#defaults = missingOptions(config);
    // The user's own may have been opened with a password or a second factor, which we could not give.
    const theirs = config.get('controlpath');
    if (theirs !== undefined && (await this.#isAlive(theirs))) return this.#through(theirs);
    rmSync(this.#socket, { force: true });
    await this.#logIn(signal);
    return this.#through(this.#socket);
  }

  async #logIn(signal: AbortSignal): Promise<void> {
    const asMaster = ['-o', 'ControlMaster=auto', '-o', `ControlPersist=${IDLE_SECONDS}`, '-N', '-f'];
    const program = await runSsh([...asMaster, ...this.#through(this.#socket), '--', this.#host]);
    // Older ones keep it open in the background.
    program.stdout.destroy();
    const enough = AbortSignal.any([signal, AbortSignal.timeout(LOGIN_MS)]);
    const { code, stderr } = await unlessAborted(program.ended, enough)
      .catch((error) => {
        signal.throwIfAborted();
        throw explain(`no answer within ${LOGIN_MS / 1000} s (${error.message})`, this.#host);
      })
      .finally(() => program.close());
    if (code !== 0) throw explain(stderr, this.#host);
  }

  async #isAlive(socket: string): Promise<boolean> {
    const answer = await this.#order('check', this.#through(socket)).catch((error) => {
      if (error.code === 'no_program') throw error;
    });
    return answer?.code === 0;
  }

  #order(order: 'check' | 'exit', options: readonly string[]) {
    const args = ['-O', order, ...options, '--', this.#host];
    return runToEnd({ run: runSsh }, args, { timeoutMs: CHECK_MS });
  }

  #through(socket: string): string[] {
    // ssh reads percent signs in it.
    const path = socket.replaceAll('%', '%%');
    return ['-S', path, '-o', 'ControlMaster=no', ...MUST, ...this.#options, ...this.#defaults];
  }
}

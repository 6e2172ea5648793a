import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../../base/short-hash.ts';
import { storeFile } from '../../base/store-file.ts';
import { type CaptureRequest, capture } from './capture.ts';
import { loginBase, setByLogin } from './login-base.ts';
import type { Login } from './snapshot.ts';
import { identityOf, startupFiles } from './startup-files.ts';
import type { Variables } from './variables.ts';

/** The state of a login shell: its variables stay in memory (promise 17), the rest is a script that wrappers read. */
export type LoginResult = {
  readonly variables: Variables;
  readonly snapshot?: string;
  /** What could not be captured. */
  readonly note?: string;
};

export type CaptureLimits = { readonly interactiveMs: number; readonly plainMs: number };

type Entry = { readonly identity: string; readonly result: Promise<LoginResult> };

/** Login shells are captured once, and again when their start-up files change. */
export class Logins {
  readonly #folder: string;
  readonly #limits: CaptureLimits;
  readonly #entries = new Map<string, Entry>();

  constructor(folder: string, limits: CaptureLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  get(shell: string, home: string, caller: Variables): Promise<LoginResult> {
    const key = [shell, home, caller.ZDOTDIR ?? '', caller.ENV ?? ''].join('\0');
    const identity = identityOf(startupFiles(shell, home, caller));
    const earlier = this.#entries.get(key);
    if (earlier?.identity === identity) return earlier.result;
    const result = this.#capture(key, { shell, home, env: loginBase(shell, home, caller) }, earlier?.result);
    this.#entries.set(key, { identity, result });
    return result;
  }

  async #capture(
    key: string,
    request: Omit<CaptureRequest, 'isInteractive' | 'limitMs'>,
    earlier: Promise<LoginResult> | undefined,
  ): Promise<LoginResult> {
    const { interactiveMs, plainMs } = this.#limits;
    const full = await capture({ ...request, isInteractive: true, limitMs: interactiveMs });
    if (full) return this.#keep(key, request.env, full);
    const old = await earlier;
    if (old) {
      const note = `${startOf(request.shell)} failed after its start-up files changed; the environment captured before is used.`;
      return { ...old, note };
    }
    const plain = await capture({ ...request, isInteractive: false, limitMs: plainMs });
    if (plain) {
      const note = `${startOf(request.shell)} as an interactive login shell ended early or took too long; the environment of a non-interactive login shell is used.`;
      return { ...this.#keep(key, request.env, plain), note };
    }
    const note = `${startOf(request.shell)} as a login shell ended early or took too long: its environment, functions and aliases are missing. Look for commands in its start-up files that wait, exit or exec.`;
    return { variables: {}, note };
  }

  #keep(key: string, base: Variables, login: Login): LoginResult {
    const variables = setByLogin(base, login.variables);
    if (login.snapshot === '') return { variables };
    const name = shortHash(key, 24);
    const path = join(this.#folder, `${name}.sh`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      // A shell that is reading the old one reads it to its end.
      storeFile(path, login.snapshot);
      return { variables, snapshot: path };
    } catch (error) {
      const note = `${path} cannot be written (${(error as Error).message}): functions and aliases of the login shell are missing.`;
      return { variables, note };
    }
  }
}

function startOf(shell: string): string {
  return `Starting ${shell}`;
}

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { newProcessId } from '../../../src/base/ids.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { shellArgs } from '../../../src/keeper/shell-args.ts';
import { type ShellRequest, Shells, type ShellsOptions } from '../../../src/tools/shell/shells.ts';

/** `npm test` installs what is missing of them, where it may. */
export const shells = ['bash', 'zsh', 'dash', 'mksh', 'ksh93', 'busybox'].map((name) => ({
  name,
  path: ['/bin', '/usr/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? '',
}));

export type Ran = {
  readonly out: string;
  readonly err: string;
  /** Exit code, or the signal that ended it. */
  readonly end: number | string;
  readonly notes: readonly string[];
  readonly cwd: string | undefined;
  readonly id: string;
};

/** A person's home, an agent's Ringback, and commands that run as the terminal tool runs them. */
export class Desk {
  readonly root: string;
  /** The person's. */
  readonly user: string;
  /** Ringback's. */
  readonly home: string;
  readonly #shell: string;
  #shells: Shells;

  constructor(context: TestContext, shell: string, options: Partial<ShellsOptions> = {}) {
    this.root = mkdtempSync(join(tmpdir(), 'ringback-shell-'));
    this.user = join(this.root, 'user');
    this.home = join(this.root, 'home');
    for (const folder of [this.user, this.home, this.work]) mkdirSync(folder, { mode: 0o700 });
    this.#shell = shell;
    this.#shells = this.#open(options);
    context.after(() => removeFolder(this.root));
  }

  /** The folder that the agent is in. */
  get work(): string {
    return join(this.root, 'work');
  }

  /** Where exports are kept. On this machine it may be a disk, so each test has its own. */
  get private(): string {
    return join(this.root, 'private');
  }

  #open(options: Partial<ShellsOptions> = {}): Shells {
    return new Shells({ home: this.home, config: defaultConfig, privateFolder: this.private, ...options });
  }

  /** What a new daemon would do. */
  reopen(options: Partial<ShellsOptions> = {}): void {
    this.#shells = this.#open(options);
  }

  get shells(): Shells {
    return this.#shells;
  }

  /** The same for every shell: written to the file that this one reads. */
  writeStartup(text: string): void {
    const names: Readonly<Record<string, string>> = { bash: '.bashrc', zsh: '.zshrc' };
    const name = this.#shell.split('/').at(-1) ?? '';
    writeFileSync(join(this.user, names[name] ?? '.profile'), text);
  }

  request(more: Partial<ShellRequest> = {}): ShellRequest {
    return {
      session: 'one',
      callerWorkdir: this.work,
      follows: true,
      processId: newProcessId(),
      ...more,
      callerEnv: { HOME: this.user, SHELL: this.#shell, PATH: '/usr/bin:/bin', ...more.callerEnv },
    };
  }

  async run(command: string, more: Partial<ShellRequest> = {}): Promise<Ran> {
    const request = this.request(more);
    const prepared = await this.shells.prepare(request);
    const args = shellArgs(prepared.shell, command, prepared.wrapper);
    const ran = await spawnToEnd(args, prepared.env, prepared.cwd);
    const { cwd } = request.follows ? await this.shells.settle(request.session, request.processId) : {};
    return { ...ran, notes: prepared.notes, cwd, id: request.processId };
  }

  /** Without a wrapper, to compare with. */
  async runPlain(command: string): Promise<Pick<Ran, 'out' | 'err' | 'end'>> {
    const { shell, env, cwd } = await this.shells.prepare(this.request({ follows: false }));
    return spawnToEnd(shellArgs(shell, command), env, cwd);
  }
}

type End = Pick<Ran, 'out' | 'err' | 'end'>;

function spawnToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<End> {
  const [program = '', ...rest] = args;
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  const child = spawn(program, rest, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('latin1').on('data', (text: string) => {
    err += text;
  });
  child.on('error', reject);
  child.on('close', (code, signal) => resolve({ out, err, end: code ?? signal ?? '' }));
  return promise;
}

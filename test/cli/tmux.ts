import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { type CliHome, until } from './cli-home.ts';

const launcher = join(import.meta.dirname, '../../bin/ringback');

type Options = {
  readonly cols?: number;
  readonly rows?: number;
  /** Where the shell is. */
  readonly cwd?: string;
};

/** A terminal, of 100 by 30 unless said otherwise, with a shell in it: it shows what a person would see. */
export class Tmux {
  readonly #socket: string;

  constructor(t: TestContext, home: CliHome, { cols = 100, rows = 30, cwd = process.cwd() }: Options = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-tmux-'));
    this.#socket = join(folder, 'tmux');
    t.after(() => {
      // It may be gone: the home ends all that has its name in the environment.
      spawnSync('tmux', ['-S', this.#socket, 'kill-server']);
      removeFolder(folder);
    });
    const variables = { RINGBACK_HOME: home.folder, PS1: 'shell> ', TERM: 'screen-256color' };
    const given = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    this.#tmux(
      'new-session',
      '-d',
      '-x',
      String(cols),
      '-y',
      String(rows),
      '-c',
      cwd,
      ...given,
      'bash',
      '--norc',
    );
  }

  type(...keys: string[]): void {
    this.#tmux('send-keys', ...keys);
  }

  ringback(...args: string[]): void {
    this.type(`${launcher} ${args.join(' ')}`, 'Enter');
  }

  /** Its lines without the blanks at the end of each. */
  screen(): string {
    return this.#tmux('capture-pane', '-p').replace(/ +$/gm, '').trimEnd();
  }

  /** All that it has, what has scrolled away too. */
  everything(): string {
    return this.#tmux('capture-pane', '-p', '-S', '-').replace(/ +$/gm, '').trimEnd();
  }

  /** A format such as `#{cursor_x},#{cursor_y}`. */
  tell(format: string): string {
    return this.#tmux('display-message', '-p', format).trim();
  }

  resize(cols: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(cols), '-y', String(rows));
  }

  async shows(pattern: RegExp): Promise<void> {
    try {
      await until(() => pattern.test(this.screen()), String(pattern));
    } catch (error) {
      throw new Error(`${(error as Error).message} on this screen:\n${this.screen()}`);
    }
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  }
}

/** `codex` in a terminal, as people use it, in tmux. */
import { execFileSync, spawnSync } from 'node:child_process';
import { until } from '../cli/cli-home.ts';
import type { AgentFolder, Undo } from './agent-folder.ts';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

export class CodexTerminal {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  static async open(
    undo: Undo,
    folder: AgentFolder,
    program: string,
    args: readonly string[],
  ): Promise<CodexTerminal> {
    const terminal = new CodexTerminal(folder.path(`tmux-${args.join('')}`));
    undo(() => terminal.close());
    const env = Object.entries(folder.env).map((pair) => pair.join('='));
    const command = ['env', '-i', ...env, program, ...args];
    terminal.#tmux('new-session', '-d', '-x', '120', '-y', '40', '-c', folder.work, ...command);
    await until(() => terminal.screen().includes('› '), 'the prompt of Codex');
    return terminal;
  }

  /** Enter in one piece with the text would be a line of it. */
  async type(prompt: string): Promise<void> {
    this.#tmux('send-keys', '-l', prompt);
    await until(() => this.screen().includes(`› ${prompt}`), `${prompt} in the input`);
    this.#tmux('send-keys', 'Enter');
  }

  screen(): string {
    return this.#tmux('capture-pane', '-p');
  }

  close(): void {
    this.#tmux('kill-server');
  }

  #tmux(...args: readonly string[]): string {
    try {
      return execFileSync('tmux', ['-S', this.#socket, '-f', '/dev/null', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      // The server goes with its last session.
      return '';
    }
  }
}

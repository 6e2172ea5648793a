import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../src/base/remove-folder.ts';

const MARK = 'RINGBACK_TEST_CONTAINER';

/** What stands for a container where there is none: a folder, and the real processes that were started in it. */
export class FolderContainer {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringback-container-'));

  spawn(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
    const [program = '', ...rest] = args;
    const child = spawn(program, rest, { cwd: this.folder, detached: true, env: this.env(env) });
    child.stdin.on('error', () => {});
    return child;
  }

  env(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, HOME: this.folder, TMPDIR: this.folder, [MARK]: this.folder, ...more };
  }

  /** Ends all that came of what was started in it, also what has left its parents; all at once, so that none sees another go. */
  kill(): void {
    const pids = this.pids();
    for (const pid of pids) send(pid, 'SIGSTOP');
    for (const pid of pids) send(pid, 'SIGKILL');
  }

  pids(): number[] {
    const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return numbers.map(Number).filter((pid) => isIn(pid, `${MARK}=${this.folder}`));
  }

  remove(): void {
    this.kill();
    removeFolder(this.folder);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just left.
  }
}

function isIn(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}

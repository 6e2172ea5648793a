/** What every agent under test gets: folders of its own, loopback addresses only, and an end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { endAllWith } from '../faults/support/proc.ts';

/** Things to undo, the last one first. */
export type Undo = (clean: () => void | Promise<void>) => void;

/** How an agent starts an MCP server. */
export type McpServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

export class AgentFolder {
  readonly #top: string;
  readonly #undo: Undo;
  readonly home: string;
  readonly work: string;
  /** Nothing of the person's own environment but where programs are. */
  readonly env: Readonly<Record<string, string>>;

  constructor(undo: Undo, agent: string) {
    this.#undo = undo;
    this.#top = realpathSync(mkdtempSync(join(tmpdir(), `ringback-${agent}-`)));
    this.home = join(this.#top, 'home');
    this.work = join(this.#top, 'work');
    for (const folder of [this.home, this.work]) mkdirSync(folder);
    undo(async () => {
      // An agent that is still leaving would make its folders anew.
      await endAllWith(`HOME=${this.home}`);
      // opencode's own, and this one's.
      for (const left of [join(tmpdir(), 'opencode'), this.#top]) removeFolder(left);
    });
    this.env = {
      HOME: this.home,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      SHELL: '/bin/bash',
      ...Object.fromEntries(
        ['CONFIG', 'DATA', 'STATE', 'CACHE'].map((kind) => [
          `XDG_${kind}_HOME`,
          join(this.home, `.${kind.toLowerCase()}`),
        ]),
      ),
      // A proxy of this machine's would lead out of it.
      NO_PROXY: '127.0.0.1,localhost',
    };
  }

  path(...parts: readonly string[]): string {
    return join(this.#top, ...parts);
  }

  write(path: string, content: string | object): string {
    const file = this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return file;
  }

  /** A process of the agent's in a group of its own, which is gone when the test is over. */
  spawn(program: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    const child = spawn(program, args, {
      cwd: this.work,
      env: { ...this.env, ...env },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#undo(() => endGroup(child));
    return child;
  }
}

/** Runs to the end of its output; what it wrote to either stream. */
export async function readAll(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.stdin?.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const hasEnded = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
  await hasEnded;
}

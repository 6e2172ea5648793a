import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/base/remove-folder.ts';

const root = join(import.meta.dirname, '../..');

/** Lines that are typed as a person would, in a home of their own, with what they print and a few words between. */
export class Shown {
  readonly #folder = mkdtempSync(join(tmpdir(), 'ringback-demo-'));
  readonly #isPlain = !process.stdout.isTTY || Boolean(process.env.NO_COLOR);
  readonly env: NodeJS.ProcessEnv;

  constructor(config: object = {}) {
    mkdirSync(this.#home, { mode: 0o700 });
    mkdirSync(this.#project);
    writeFileSync(join(this.#home, 'config.json'), JSON.stringify(config));
    this.env = {
      ...process.env,
      RINGBACK_HOME: this.#home,
      RINGBACK_SESSION: 'demo:1',
      PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    };
  }

  get #home(): string {
    return join(this.#folder, 'home');
  }

  get #project(): string {
    return join(this.#folder, 'project');
  }

  /** A program in the folder in which everything is typed. */
  addProgram(name: string, text: string): void {
    writeFileSync(join(this.#project, name), text, { mode: 0o755 });
  }

  /** For a program: a line that waits for `release(name)`, so that nothing ends too early on a slow machine. */
  holdLine(name: string): string {
    return `until [ -e '${join(this.#folder, name)}' ]; do sleep 0.2; done`;
  }

  release(name: string): void {
    writeFileSync(join(this.#folder, name), '');
  }

  addFolder(name: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    return folder;
  }

  say(text: string): void {
    console.log(this.#isPlain ? `\n# ${text}` : `\n\x1b[2m# ${text}\x1b[0m`);
  }

  showPrompt(line: string): void {
    console.log(this.#isPlain ? `$ ${line}` : `\x1b[1;36m$\x1b[0m \x1b[1m${line}\x1b[0m`);
  }

  /** Runs a line, shows it, and gives back what it printed: all of it, or up to what it is expected to print. */
  async type(line: string, end?: RegExp): Promise<string> {
    this.showPrompt(line);
    const child = spawn('sh', ['-c', end ? `exec ${line}` : line], {
      cwd: this.#project,
      env: this.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      process.stdout.write(chunk);
      text += chunk;
      if (end?.test(text)) break;
    }
    child.kill();
    return text;
  }

  /** What the command line answers, unseen: an object for each line. */
  ask<T>(...args: readonly string[]): T[] {
    const text = execFileSync('ringback', [...args, '--json'], { env: this.env, encoding: 'utf8' });
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** By kill -9, with all that is Ringback's own; not what it runs. */
  killPrograms(): void {
    const daemon = this.ask<{ pid: number }>('daemon', 'status');
    const agent = this.ask<{ pid: number; status: string; system?: string }>('ls', '--system').filter(
      ({ status, system }) => system && status === 'running',
    );
    this.kill(...[...daemon, ...agent].map(({ pid }) => pid));
  }

  kill(...pids: readonly number[]): void {
    this.showPrompt(`kill -9 ${pids.join(' ')}`);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  }

  check(condition: boolean, what: string): void {
    if (!condition) throw new Error(`the demo failed: ${what}`);
  }

  finish(what: string): void {
    console.log(this.#isPlain ? '\nok' : `\n\x1b[32m✓\x1b[0m ${what}`);
  }

  /** Nothing is left of it. */
  end(): void {
    spawnSync('ringback', ['kill', '--all'], { env: this.env });
    spawnSync('ringback', ['daemon', 'stop'], { env: this.env });
    removeFolder(this.#folder);
  }
}

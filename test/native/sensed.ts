import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { newProcessId } from '../../src/base/ids.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { commandsOf } from '../../src/keeper/commands.ts';
import { KeeperConnection } from '../../src/keeper/connection.ts';
import { deaf } from '../../src/keeper/keeper.ts';
import { Launcher } from '../../src/keeper/launcher.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import type { Passing, Prompt } from '../../src/keeper/prompt.ts';
import type { Silence } from '../../src/keeper/silence.ts';
import { encodeSpawnRequest, type SpawnRequest } from '../../src/keeper/spawn-request.ts';
import { until } from '../engine/test-home.ts';

/** A folder of keeps whose keepers look for prompts; all of it is ended after the test. */
export class SensePlace {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringback-sense-'));
  readonly program: string;
  readonly #launcher: Launcher;
  readonly #keeps: string[] = [];

  constructor(context: TestContext, program = findKeeperProgram()) {
    this.program = program;
    this.#launcher = new Launcher(program);
    mkdirSync(join(this.folder, 'processes'));
    context.after(async () => {
      const commands = commandsOf(program);
      for (const keep of this.#keeps) {
        await commands.kill(keep, 50, 'test');
        // One that has somebody to wake stays until its end was seen.
        const keeper = await KeeperConnection.connect(keep, deaf).catch(() => undefined);
        keeper?.seen();
        keeper?.close();
      }
      this.#launcher.close();
      removeFolder(this.folder);
    });
  }

  /** Starts a command, and nobody listens. */
  async start(command: string, more: Partial<SpawnRequest> = {}): Promise<string> {
    const id = newProcessId();
    const keep = join(this.folder, 'processes', id);
    const request: SpawnRequest = {
      keep,
      id,
      args: ['/bin/bash', '-c', command],
      cwd: '/tmp',
      env: { PATH: process.env.PATH ?? '', HOME: '/', TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' },
      spec: '{}',
      pty: true,
      stdin: true,
      cols: 80,
      rows: 24,
      logLimitBytes: 1 << 20,
      logHeadBytes: 1 << 16,
      wake: [],
      watch: false,
      sense: true,
      ...more,
    };
    this.#keeps.push(request.keep);
    await this.#launcher.spawn(encodeSpawnRequest(request));
    return request.keep;
  }

  async run(command: string, more: Partial<SpawnRequest> = {}): Promise<Sensed> {
    return Sensed.listen(await this.start(command, more), command);
  }
}

/** What a keeper says about prompts. */
export class Sensed {
  readonly keep: string;
  readonly command: string;
  readonly prompts: Prompt[] = [];
  readonly passings: Passing[] = [];
  readonly silences: Silence[] = [];
  resumed = 0;
  #keeper: KeeperConnection | undefined;
  #seq = 0n;

  private constructor(keep: string, command: string) {
    this.keep = keep;
    this.command = command;
  }

  static async listen(keep: string, command = ''): Promise<Sensed> {
    const sensed = new Sensed(keep, command);
    sensed.#keeper = await KeeperConnection.connect(keep, {
      grew() {},
      ended: () => sensed.keeper.seen(),
      gone() {},
      waits: (prompt) => sensed.prompts.push(prompt),
      passed: (passing) => sensed.passings.push(passing),
      quiet: (silence) => sensed.silences.push(silence),
      resumed: () => {
        sensed.resumed += 1;
      },
    });
    await sensed.keeper.subscribe();
    return sensed;
  }

  get keeper(): KeeperConnection {
    if (!this.#keeper) throw new Error('not connected');
    return this.#keeper;
  }

  get output(): string {
    const path = join(this.keep, 'output/0000000000000000.log');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** The n-th prompt, and how long after the last output it was told. */
  async prompt(n = 1): Promise<Prompt & { afterMs: number }> {
    await until(() => this.prompts.length >= n, `prompt ${n} of ${this.command}`);
    const prompt = this.prompts[n - 1] as Prompt;
    const { lastOutputAt = 0, startedAt = 0 } = (await this.keeper.status()) ?? {};
    return { ...prompt, afterMs: prompt.since - (lastOutputAt || startedAt) };
  }

  async passing(n = 1): Promise<Passing> {
    await until(() => this.passings.length >= n, `the end of prompt ${n} of ${this.command}`);
    return this.passings[n - 1] as Passing;
  }

  async silence(n = 1): Promise<Silence> {
    await until(() => this.silences.length >= n, `silence ${n} of ${this.command}`);
    return this.silences[n - 1] as Silence;
  }

  type(text: string) {
    this.#seq += 1n;
    return this.keeper.write({ writer: 1n, seq: this.#seq, bytes: Buffer.from(text) });
  }
}

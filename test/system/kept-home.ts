import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { canConnect } from '../../src/client/can-connect.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import type { WireListed } from '../../src/wire/process.ts';
import { bundle } from '../bundle.ts';
import { askJson } from '../daemon/http.ts';
import { isAlive } from '../engine/test-home.ts';
import { FaultHome } from '../faults/support/home.ts';
import { endIfThere } from '../faults/support/proc.ts';
import { until } from '../until.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringback-system-'));
const host = join(folder, 'dist/test/host.js');
const echo = join(folder, 'dist/test/echo.js');
before(() => {
  bundle(join(import.meta.dirname, 'fixtures/host.ts'), host);
  bundle(join(import.meta.dirname, 'fixtures/echo.ts'), echo);
  copyFileSync(join(import.meta.dirname, '../../package.json'), join(folder, 'package.json'));
});
after(() => removeFolder(folder));

type Answer = {
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly hint?: string;
};

/** A home whose daemon keeps `echo.ts`; anything in it may be killed. */
export class KeptHome extends FaultHome {
  /** Returns when the daemon answers, or has killed itself at the failpoint. */
  async startDaemon(failpoint = '', variables: Readonly<Record<string, string>> = {}): Promise<void> {
    const env = {
      ...process.env,
      ...variables,
      RINGBACK_KEEPER: findKeeperProgram(),
      ...(failpoint !== '' && { RINGBACK_ENGINE_FAILPOINT: failpoint }),
    };
    const args = ['--disable-warning=ExperimentalWarning', host, '--home', this.folder];
    const child = spawn(process.execPath, args, {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    const ended = once(child, 'exit');
    await Promise.race([ended, until(() => canConnect(this.folder), 'the daemon')]);
    child.unref();
  }

  get daemons(): number[] {
    return this.#running(host);
  }

  get programs(): number[] {
    return this.#running(echo);
  }

  /** Every program that has ever answered, by its pid. */
  get lives(): number[] {
    return this.lines('lives').map(Number);
  }

  lines(name: string): string[] {
    return readFileSync(join(this.folder, name), { encoding: 'utf8', flag: 'a+' })
      .split('\n')
      .filter(Boolean);
  }

  /** The pid of the program that answers, through the daemon. */
  async up(): Promise<number> {
    const { status, json } = await this.ask();
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json.pid;
  }

  ask(path = '') {
    return askJson<Answer>(this.folder, 'GET', `/v1/conversations${path}`);
  }

  async system(): Promise<readonly WireListed[]> {
    return (await this.client(false).list({ system: true })).processes;
  }

  /** Not the shell that reminds of one. */
  #running(program: string): number[] {
    return [...new Set(this.living())].filter((pid) => wordsOf(pid)[2] === program);
  }

  async kill(...pids: number[]): Promise<void> {
    for (const pid of pids) endIfThere(pid);
    await until(() => !pids.some(isAlive), 'the end of what was killed');
  }
}

function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

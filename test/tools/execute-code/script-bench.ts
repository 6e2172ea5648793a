import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Config, defaultConfig } from '../../../src/base/config.ts';
import { newProcessId } from '../../../src/base/ids.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { createRedactor } from '../../../src/redact/redactor.ts';
import { executeCode } from '../../../src/tools/execute-code/execute-code.ts';
import type {
  CodeEnvironment,
  CodeLanguage,
  CodeRequest,
  ScriptCall,
} from '../../../src/tools/execute-code/types.ts';
import { createViews } from '../../../src/tools/view/views.ts';
import { TestHome } from '../../engine/test-home.ts';
import { notInstalled } from '../../testbed/not-installed.ts';

const path = process.env.PATH ?? '/usr/bin:/bin';

export const noPython = notInstalled('python3');
export const noBubblewrap = notInstalled('bwrap');

export type Result = Readonly<Record<string, unknown>> & {
  readonly output: string;
  readonly error: string | null;
};

export type Bench = {
  readonly engine: Engine;
  readonly home: string;
  readonly cwd: string;
  /** In the environment of everything that a script starts. */
  readonly marker: string;
  readonly calls: ScriptCall[];
  run(language: CodeLanguage, code: string, more?: Omit<Partial<CodeRequest>, 'code'>): Promise<Result>;
  /** The same with anything as arguments. */
  ask(request: unknown): Promise<Result>;
};

export type BenchOptions = Partial<Omit<CodeEnvironment, 'config'>> & { readonly config?: Partial<Config> };

/** A home, a working folder, and tools that repeat what they are asked; without isolation unless asked for. */
export async function openBench(context: TestContext, options: BenchOptions = {}): Promise<Bench> {
  const config: Config = { ...defaultConfig, codeIsolation: false, ...options.config };
  const home = new TestHome(context, config);
  const engine = await home.open();
  const cwd = mkdtempSync(join(tmpdir(), 'ringback-script-'));
  context.after(() => removeFolder(cwd));
  const marker = `RINGBACK_TEST_MARK=${newProcessId()}`;
  const calls: ScriptCall[] = [];
  const ask = async (request: unknown) => {
    const environment: CodeEnvironment = {
      call: async ({ arguments: args }) => ({ output: JSON.stringify(args), exit_code: 0, error: null }),
      cwd,
      env: { PATH: path, HOME: '/', RINGBACK_TEST_MARK: marker.slice(marker.indexOf('=') + 1) },
      signal: new AbortController().signal,
      views: createViews({ engine, redactor: createRedactor(), config }),
      engine,
      home: home.folder,
      processId: newProcessId(),
      session: 'test:1',
      ...options,
      config,
    };
    const call = (made: ScriptCall) => {
      calls.push(made);
      return environment.call(made);
    };
    return (await executeCode(request as CodeRequest, { ...environment, call })) as Result;
  };
  return {
    engine,
    home: home.folder,
    cwd,
    marker,
    calls,
    ask,
    run: (language, code, more = {}) => ask({ language, code, ...more }),
  };
}

/** Living processes of a bench's scripts, wherever they went. */
export function leftOf({ marker }: Pick<Bench, 'marker'>): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).includes(marker))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

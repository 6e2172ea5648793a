import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { spawnProgram } from '../../../src/backends/child-program.ts';
import type { Place, Program } from '../../../src/backends/environment.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';

export function tempFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ringback-sync-')));
  t.after(() => removeFolder(folder));
  return folder;
}

/** Contents by path. */
export function fill(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** This machine as a place, with what went in and out of it counted. `path`: where it finds programs. */
export class CountedPlace {
  in = 0;
  out = 0;
  readonly #path: string;
  readonly #isStrict: boolean;
  /** Set: what is run instead of the last script of that kind. */
  instead: ((script: string) => string | undefined) | undefined;

  /** `isStrict`: nothing is found elsewhere, the shell is that of `path`, too. */
  constructor(path = '/usr/bin:/bin', isStrict = false) {
    this.#path = path;
    this.#isStrict = isStrict;
  }

  readonly run: Place['run'] = async (args: readonly string[]): Promise<Program> => {
    const [program0 = '', flag = '', given = '', ...rest] = args;
    const script = this.instead?.(given) ?? given;
    const words = this.#isStrict
      ? [join(this.#path, 'sh'), flag, script.replace(/^PATH=.*$/m, ''), ...rest]
      : [program0, flag, script, ...rest];
    const program = await spawnProgram(words, { env: { PATH: this.#path } });
    const write = program.stdin.write.bind(program.stdin);
    program.stdin.write = ((chunk: Uint8Array, ...rest: []) => {
      this.in += chunk.length;
      return write(chunk, ...rest);
    }) as typeof program.stdin.write;
    program.stdout.prependListener('data', (chunk: Buffer) => {
      this.out += chunk.length;
    });
    // Counting must not set it flowing.
    program.stdout.pause();
    return program;
  };
}

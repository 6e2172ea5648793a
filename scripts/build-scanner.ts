/**
 * `node scripts/build-scanner.ts`: compiles src/output/scan/scanner.c into scanner-wasm.ts beside it. Needs clang and
 * lld; what it makes is committed, so that nobody else needs them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../src/output/scan');
const target = join(folder, 'scanner-wasm.ts');

const flags = [
  '--target=wasm32',
  '-std=c11',
  '-O3',
  '-msimd128',
  '-ffreestanding',
  '-nostdlib',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wl,--no-entry',
  '-Wl,--strip-all',
  '-Wl,-z,stack-size=8192',
];

/** The compiler's name and version: another one makes other bytes. `undefined` where there is none. */
export function findCompiler(): string | undefined {
  const { error, stdout } = spawnSync('clang', ['--version'], { encoding: 'utf8' });
  return error ? undefined : stdout.split('\n', 1)[0];
}

/** The module's bytes. */
export function compileScanner(): Buffer {
  const work = mkdtempSync(join(tmpdir(), 'rb-scanner-'));
  try {
    const output = join(work, 'scanner.wasm');
    const { error, status, stderr } = spawnSync('clang', [...flags, '-o', output, join(folder, 'scanner.c')]);
    if (error) throw new Error('clang is needed: apt-get install clang lld');
    if (status !== 0) throw new Error(`clang failed:\n${stderr}`);
    return readFileSync(output);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const lines =
    compileScanner()
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  writeFileSync(
    target,
    `/** scanner.c, compiled by scripts/build-scanner.ts with this. */
export const scannerCompiler = '${findCompiler()}';

export const scannerModule = \`
${lines.join('\n')}
\`;
`,
  );
}

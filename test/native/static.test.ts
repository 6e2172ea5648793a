import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { staticArchitecture } from '../../src/backends/carried-keeper.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { finish, run, TestHome, until, untilPrinted } from '../engine/test-home.ts';
import { builtKeeper } from './build.ts';

const sources = join(import.meta.dirname, '../../keeper');

/** The keeper's sources and nothing that was built of them, with a folder of programs that are found first. */
const root = mkdtempSync(join(tmpdir(), 'ringback-build-'));
const folder = join(root, 'keeper');
const bin = join(root, 'bin');
after(() => removeFolder(root));
cpSync(sources, folder, {
  recursive: true,
  filter: (path) => !['build', 'prebuilt'].includes(basename(path)),
});

const prebuilt = (architecture: string) => join(folder, 'prebuilt', architecture, 'ringback-keeper');

function putProgram(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const nameOf: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const isThere = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const other = process.arch === 'x64' ? 'arm64' : 'x64';
const crossCompiler = `${nameOf[other]}-linux-gnu-gcc`;
const emulator = `qemu-${nameOf[other]}-static`;
const skipCross = !isThere(crossCompiler) && `${crossCompiler} is missing`;

test('issue 10.1: a plain gcc gives a static keeper, and the same one whatever is installed', () => {
  const keeper = readFileSync(builtKeeper('ringback-keeper'));
  assert.equal(staticArchitecture(keeper), process.arch);
  assert.ok(keeper.length < 72 * 1024, `${keeper.length} bytes`);
  putProgram(join(bin, 'musl-gcc'), 'exit 1');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: root };
  // The other one is looked at below.
  const wanted = skipCross ? [process.arch] : [];
  const args = [join(folder, 'build.sh'), 'prebuilt', ...wanted];
  execFileSync('sh', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  assert.ok(readFileSync(prebuilt(process.arch)).equals(keeper));
});

test('issue 10.1: the functions that the keeper has instead of the C library answer as that does', () => {
  assert.equal(execFileSync(builtKeeper('memory-check'), { encoding: 'utf8' }), 'the same\n');
});

test('issue 10.3: a keeper that waits holds at most 64 KB of memory', async (context) => {
  const engine = await new TestHome(context).open({ keeperProgram: builtKeeper('ringback-keeper') });
  const { keeperPid } = await run(engine, 'exec sleep 100');
  const resident = () => {
    const [, kb] = /^Rss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${keeperPid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kb);
  };
  await until(() => resident() <= 64, `${resident()} KB became 64`); // it answers before it gives back what it started with
});

test(`issue 10.1: the keeper for ${other} is built without root, and runs commands`, {
  skip: skipCross,
}, async (context) => {
  const keeper = prebuilt(other);
  assert.equal(staticArchitecture(readFileSync(keeper)), other);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: join(folder, 'prebuilt') });
  if (!isThere(emulator)) return context.skip(`built, but not run: ${emulator} is missing`);

  const keeperProgram = putProgram(join(folder, 'emulated'), `exec ${emulator} ${keeper} "$@"`);
  assert.match(execFileSync(keeperProgram, ['version'], { encoding: 'utf8' }), /^protocol=1$/m);
  const engine = await new TestHome(context).open({ keeperProgram });
  const ended = await finish(engine, 'seq 20000; exit 3');
  assert.equal(ended.exit.exitCode, 3);
  assert.equal(ended.exit.lines, 20_000);
  const cat = await run(engine, 'cat', { stdin: true });
  await engine.submit(cat.id, 'hello');
  await untilPrinted(engine, cat.id, 'hello');
  await engine.closeInput(cat.id);
  await engine.wait(cat.id);
  const terminal = await finish(engine, 'tty >/dev/null && echo is a terminal', { pty: true });
  assert.match(terminal.output, /is a terminal/);
  const tree = await run(engine, 'sleep 100 & setsid sleep 100 & echo up; wait');
  await untilPrinted(engine, tree.id, 'up');
  const killed = await engine.kill(tree.id);
  assert.equal(killed.status, 'killed');
  assert.deepEqual(killed.survivors, []);
});

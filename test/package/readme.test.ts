/** Every command and example of the README is run as it stands there. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { notInstalled } from '../testbed/not-installed.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'ringback-readme-'));
const env = {
  ...process.env,
  RINGBACK_HOME: join(folder, 'home'),
  RINGBACK_SESSION: 'me:1',
  PATH: `${join(root, 'bin')}:${process.env.PATH}`,
};

writeFileSync(join(folder, 'Makefile'), 'all:\n\t@echo built\ntest:\n\t@echo tested\n');
writeFileSync(join(folder, 'server'), '#!/bin/sh\necho READY\necho listening on 127.0.0.1\nexec sleep 60\n');
chmodSync(join(folder, 'server'), 0o755);

after(() => {
  spawnSync('ringback', ['kill', '--all'], { env });
  spawnSync('ringback', ['daemon', 'stop'], { env });
  removeFolder(folder);
});

function blocks(language: string): string[] {
  return Array.from(
    readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs')),
    ([, text = '']) => text,
  );
}

function run(line: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(status, 0, `${line}\n${stdout}${stderr}`);
  return stdout;
}

test('the first command of the README: the demo', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'demo'], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /exit code 7/);
});

test('the demo of the agent', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'demo:agent'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /kill -9 \d+[\s\S]*The build is done: 42 tests passed\./);
});

test('the demo of delegates and goals', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'demo:delegates'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /kill -9 \d+[\s\S]*All three are back: (no fault in the \w+[,.]\s){3}/);
  assert.match(
    stdout,
    /2 completed, .*, claude-code \(|Claude Code is not installed[\s\S]*2 completed, .*, own \(/,
  );
  assert.match(stdout, /Goal waits for proc_[\s\S]*kill -9 \d+[\s\S]*Goal reached: all 42 tests passed/);
});

test('the README and the last benchmark agree on what a keeper takes', () => {
  const [, promised] = /takes about (\d+) KB of memory/.exec(readme) ?? [];
  const results = readFileSync(join(root, 'bench/results.md'), 'utf8');
  const [, measured] = /resident memory of one keeper, idle \| ([\d.]+) KB/.exec(results) ?? [];
  assert.equal(Number(promised), Math.round(Number(measured)));
});

test('the command lines of the README', { skip: notInstalled('make') }, async (context) => {
  const lines = blocks('sh')
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line.startsWith('ringback '));
  assert.ok(lines.length >= 9, 'the README still has its examples');
  let id = '';
  for (const line of lines) {
    // The id in the README stands for that of the last process started.
    const real = line.replaceAll('3f9a', id);
    context.diagnostic(real);
    if (real.includes('--follow')) assert.match(await firstOutput(real), /IMPORTANT: Background process/);
    else if (real.startsWith('ringback run')) id = run(real).trim();
    else run(real);
  }
});

/** Of a command that goes on for ever. */
async function firstOutput(line: string): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${line}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGTERM');
  await once(child, 'exit');
  return chunk.toString();
}

test('the library example of the README', { skip: notInstalled('make') }, async () => {
  const [example = ''] = blocks('ts');
  assert.match(example, /subscribe/);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/ringback'));
  // In a folder that exists, and ended by its first turn.
  const script = example
    .replace("'/src'", JSON.stringify(folder))
    .replace(/acknowledge\(\);.*\n/, '$& break;\n');
  writeFileSync(join(folder, 'example.mts'), script);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['example.mts'], {
    cwd: folder,
    env: { ...env, RINGBACK_HOME: join(folder, 'home-of-the-example') },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /completed normally \(exit code 0\)/);
});

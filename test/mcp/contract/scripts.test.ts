import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Agent } from './agent.ts';
import { errorOf, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

const run = (agent: Agent, code: string, given: object = {}) =>
  agent.call('execute_code', { language: 'javascript', code, ...given });

/** Whatever runs on this machine with these words, in a sandbox or not. */
function runningWith(words: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words);
    } catch {
      return false;
    }
  });
}

const rows: readonly Row[] = [
  row(
    '`execute_code` runs a script that may call tools',
    (agent) =>
      run(agent, 'const { output } = await terminal("echo from the shell"); console.log(output.trim())'),
    ({ output, error }) => assert.deepEqual([output, error], ['from the shell\n', null]),
  ),
  row(
    'isolation exists only with bubblewrap, and then covers the `terminal` calls of the script too; the result says which it was',
    (agent) =>
      run(
        agent,
        `import fs from 'node:fs';
const mount = "readlink /proc/self/ns/mnt";
console.log(fs.readlinkSync('/proc/self/ns/mnt'));
console.log((await terminal(mount)).output.trim());`,
      ),
    async (result, agent) => {
      const outside = (await agent.terminal({ command: 'readlink /proc/self/ns/mnt' })).output.trim();
      const [script, command] = result.output.trim().split('\n');
      const isIsolated = existsSync('/usr/bin/bwrap');
      assert.equal(result.isolation, isIsolated ? 'bubblewrap' : 'none');
      assert.equal(typeof result.isolation_note, 'string');
      assert.equal(script !== outside, isIsolated);
      assert.equal(command !== outside, isIsolated);
    },
  ),
  ...(
    [
      ['background', 'true'],
      ['pty', 'true'],
      ['notify_on_complete', 'true'],
      ['watch_patterns', '["x"]'],
    ] as const
  ).map(([name, value]) =>
    row(
      `Inside it \`terminal\` ignores \`${name}\`, and says so`,
      (agent) =>
        run(
          agent,
          `console.log(JSON.stringify(await terminal('test -t 1 || echo ran; exit 2', { ${name}: ${value} })))`,
        ),
      async (result, agent) => {
        const inner = JSON.parse(result.output) as Record<string, unknown>;
        assert.deepEqual([inner.output, inner.exit_code], ['ran\n', 2], 'in the foreground');
        assert.deepEqual(inner.ignored, [name]);
        says(inner.ignored_note, name, 'cannot leave processes behind');
        assert.deepEqual((await agent.process('list')).processes, []);
      },
    ),
  ),
  row(
    'Scripts cannot leave processes behind',
    async (agent) => {
      const left = `sleep ${1_000 + Math.random()}`;
      const start = `setsid ${left} >/dev/null 2>&1 &`;
      const code = `await terminal(${JSON.stringify(start)});
import('node:child_process').then(({ spawn }) => spawn('sh', ['-c', ${JSON.stringify(start)}], { detached: true }));
await new Promise((resolve) => setTimeout(resolve, 300));
console.log('done');`;
      return { left, result: await run(agent, code) };
    },
    async ({ left, result }, agent) => {
      assert.equal(result.output, 'done\n');
      assert.deepEqual(runningWith(left), []);
      assert.deepEqual((await agent.process('list')).processes, []);
    },
  ),
  row(
    'Its limits protect against accidents: time',
    (agent) => run(agent, 'console.log("begun"); for (;;);', { timeout: 1 }),
    (result) => {
      says(errorOf(result), '1 s');
      assert.equal(result.timed_out, true);
      says(result.output, 'begun');
    },
  ),
  row(
    'output',
    (agent) => run(agent, 'for (;;) require("fs").writeSync(1, "x".repeat(65536))'),
    (result) => {
      says(errorOf(result), 'printed more than');
      assert.equal(result.output_limit, true);
    },
  ),
  row(
    'calls',
    (agent) =>
      run(
        agent,
        `try { for (let i = 0; i < 10; i += 1) { await processes('list'); console.log(i); } } catch (error) { console.log(error.message); }`,
      ),
    ({ output }) => {
      says(output, /^0\n1\n2\n/, '3');
      assert.ok(!output.includes('\n4\n'), output);
    },
  ),
  row(
    'memory',
    (agent) => run(agent, 'const all = []; for (;;) all.push(Buffer.alloc(1048576, 1));'),
    (result) => {
      says(errorOf(result), 'memory');
      assert.equal(result.memory_limit, true);
    },
  ),
];

checkRows('Scripts cannot leave processes behind', rows, {
  config: { codeCalls: 3, codeOutputBytes: 256 * 1024, codeMemoryBytes: 160 * 1024 * 1024 },
});

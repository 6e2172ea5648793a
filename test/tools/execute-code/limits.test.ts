/** docs/behaviour.md, "Scripts cannot leave processes behind": whatever a script does, it is stopped with a clear result. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { CodeLanguage } from '../../../src/tools/execute-code/types.ts';
import { type Bench, type BenchOptions, leftOf, noBubblewrap, noPython, openBench } from './script-bench.ts';

const MIB = 1024 * 1024;

type Case = {
  readonly does: string;
  readonly flag: string;
  readonly says: RegExp;
  readonly options?: BenchOptions;
  readonly timeout?: number;
  readonly code: Readonly<Record<'javascript' | 'python', string>>;
};

const small = { codeMemoryBytes: 160 * MIB };

const cases: readonly Case[] = [
  {
    does: 'loops for ever',
    flag: 'timed_out',
    says: /was still running after 1 s/,
    timeout: 1,
    code: { javascript: 'console.log("begun"); for (;;);', python: 'print("begun")\nwhile True: pass' },
  },
  {
    does: 'waits for ever and ignores signals',
    flag: 'timed_out',
    says: /was still running after 1 s/,
    timeout: 1,
    code: {
      javascript: 'process.on("SIGTERM", () => console.log("no")); setInterval(() => {}, 1000);',
      python: 'import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1000)',
    },
  },
  {
    does: 'prints 1 GB',
    flag: 'output_limit',
    says: /printed more than 10 MiB/,
    code: {
      javascript: `import fs from 'node:fs';
const block = Buffer.alloc(1024 * 1024, 'x'.repeat(99) + '\\n');
for (let i = 0; i < 1024; i += 1) fs.writeSync(1, block);`,
      python: 'import os\nblock = (b"x" * 99 + b"\\n") * 10486\nfor i in range(1024): os.write(1, block)',
    },
  },
  {
    does: 'allocates without end, piece by piece',
    flag: 'memory_limit',
    says: /more than 160 MiB of memory/,
    options: { config: small },
    code: {
      javascript: 'const all = []; for (;;) all.push(Buffer.alloc(1024 * 1024, 1));',
      python: 'all = []\nwhile True: all.append(bytearray(b"x") * (1024 * 1024))',
    },
  },
  {
    does: 'fills the heap, or asks for more than there is',
    flag: 'memory_limit',
    says: /more than 160 MiB of memory/,
    options: { config: small },
    code: {
      javascript: 'const all = []; for (;;) all.push({ a: [all.length], b: String(all.length) });',
      python: 'x = bytearray(1 << 40)',
    },
  },
  {
    does: 'has children that use the memory',
    flag: 'memory_limit',
    says: /more than 160 MiB of memory/,
    options: { config: small },
    code: {
      javascript: `import { spawn } from 'node:child_process';
for (let i = 0; i < 4; i += 1) spawn('perl', ['-e', '$x = "x" x 60000000; sleep 1000']);`,
      python: `import os, time
for i in range(4):
    if os.fork() == 0:
        x = bytearray(b"x") * 60000000
        time.sleep(1000)
time.sleep(1000)`,
    },
  },
  {
    does: 'starts processes without end',
    flag: 'process_limit',
    says: /more than 100 processes/,
    code: {
      javascript: `import { spawn } from 'node:child_process';
for (let i = 0; i < 400; i += 1) spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });`,
      python: `import os, time
for i in range(400):
    if os.fork() == 0: time.sleep(1000)
time.sleep(1000)`,
    },
  },
  {
    does: 'makes one call too many',
    flag: 'call_limit',
    says: /made more than 3 tool calls/,
    options: { config: { codeCalls: 3 } },
    code: {
      javascript: "for (let i = 0; ; i += 1) console.log(i, (await terminal('echo ' + i)).exit_code);",
      python: 'for i in range(100): print(i, terminal(f"echo {i}")["exit_code"])',
    },
  },
  {
    does: 'goes on calling although it is refused',
    flag: 'call_limit',
    says: /made more than 3 tool calls/,
    options: { config: { codeCalls: 3 } },
    code: {
      javascript: 'for (;;) await terminal("x").catch(() => {});',
      python: 'while True:\n    try: terminal("x")\n    except RuntimeError: pass',
    },
  },
];

const worlds = [
  { name: 'not isolated', config: { codeIsolation: false }, isolation: 'none', skip: false },
  { name: 'in bubblewrap', config: { codeIsolation: true }, isolation: 'bubblewrap', skip: noBubblewrap },
] as const;
const spoken = [
  { language: 'javascript', skip: false },
  { language: 'python', skip: noPython },
] as const;

for (const world of worlds) {
  for (const { language, skip } of spoken) {
    for (const { does, flag, says, options, timeout, code } of cases) {
      test(`a script in ${language}, ${world.name}, that ${does} is stopped`, {
        skip: skip || world.skip,
        timeout: 60_000,
      }, async (context) => {
        const bench = await openBench(context, {
          ...options,
          config: { ...options?.config, ...world.config },
        });
        const result = await bench.run(language, code[language], timeout === undefined ? {} : { timeout });
        assert.equal(result[flag], true, JSON.stringify(result).slice(0, 2000));
        assert.match(result.error ?? '', says);
        assert.notEqual(result.exit_code, 0);
        assert.equal(result.isolation, world.isolation);
        assert.ok(result.output.length <= 31_000);
        nothingIsLeft(bench);
      });
    }

    test(`a script in ${language}, ${world.name}, that ends well leaves nothing of what it started`, {
      skip: skip || world.skip,
    }, async (context) => {
      const bench = await openBench(context, { config: world.config });
      const result = await bench.run(language, goAstray(language));
      assert.equal(result.exit_code, 0, JSON.stringify(result));
      assert.equal(result.error, null);
      assert.match(result.output, /gone astray/);
      nothingIsLeft(bench);
    });
  }
}

/** A daemon that forked twice, in a session of its own, deaf to SIGTERM and SIGHUP, its output closed. */
function goAstray(language: CodeLanguage): string {
  const daemon = `(trap "" TERM HUP; setsid sh -c 'trap "" TERM HUP; sleep 1000; sleep 1000' >/dev/null 2>&1 </dev/null &) &`;
  if (language === 'python') {
    return `import subprocess\nsubprocess.run(${JSON.stringify(daemon)}, shell=True)\nprint("gone astray")`;
  }
  return `require('child_process').execSync(${JSON.stringify(daemon)}, { stdio: 'ignore' }); console.log('gone astray');`;
}

function nothingIsLeft(bench: Bench): void {
  assert.deepEqual(leftOf(bench), []);
  assert.deepEqual(readdirSync(join(bench.home, 'scripts')), []);
  assert.equal(bench.engine.runningCount, 0);
}

test('a cancelled call ends the script and the tools that it waits for', async (context) => {
  for (const { language } of spoken.filter(({ skip }) => !skip)) {
    const caller = new AbortController();
    const ended: string[] = [];
    const bench = await openBench(context, {
      signal: caller.signal,
      call: ({ signal }) => {
        caller.abort();
        return new Promise((resolve) => {
          signal.addEventListener('abort', () =>
            setTimeout(() => resolve({ error: String(ended.push('call')) }), 50),
          );
        });
      },
    });
    const wait = language === 'python' ? 'terminal("sleep 1000")' : 'await terminal("sleep 1000");';
    const result = await bench.run(language, wait);
    assert.match(result.error ?? '', /caller cancelled/);
    assert.deepEqual(ended, ['call']);
    nothingIsLeft(bench);
  }
});

test('a caller that has gone before starts nothing that stays', async (context) => {
  const bench = await openBench(context, { signal: AbortSignal.abort() });
  const result = await bench.run('javascript', 'setInterval(() => {}, 1000)');
  assert.match(result.error ?? '', /caller cancelled/);
  nothingIsLeft(bench);
});

test('a call that the script did not wait for is ended with it', async (context: TestContext) => {
  let isEnded = false;
  const bench = await openBench(context, {
    call: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          isEnded = true;
          resolve({ error: 'ended' });
        });
      }),
  });
  const result = await bench.run(
    'javascript',
    'terminal("sleep 1000"); setTimeout(() => process.exit(0), 300);',
  );
  assert.equal(result.exit_code, 0);
  assert.equal(isEnded, true);
});

test('a script that floods its channel, or writes other things into it, is stopped', async (context) => {
  const connect = `import { connect } from 'node:net';
import { readdirSync } from 'node:fs';
const socket = connect(process.env.CALLS + '/' + readdirSync(process.env.CALLS)[0] + '/calls');
socket.on('error', () => {});`;
  for (const [flood, says] of [
    [
      'const go = () => { while (socket.write("x".repeat(65536))); socket.once("drain", go); }; go();',
      /more than 1 MiB in one tool call/,
    ],
    ['socket.write("hello\\n");', /something other than tool calls/],
    ['socket.write("null\\n");', /something other than tool calls/],
  ] as const) {
    const bench = await openBench(context);
    const code = `${connect}\n${flood}\nsetInterval(() => {}, 1000);`.replaceAll(
      'process.env.CALLS',
      JSON.stringify(join(bench.home, 'scripts')),
    );
    const result = await bench.run('javascript', code);
    assert.match(result.error ?? '', says);
    nothingIsLeft(bench);
  }
});

test('a call of more than 1 MiB is refused in the script itself', async (context) => {
  const bench = await openBench(context);
  const result = await bench.run(
    'javascript',
    'await terminal("x".repeat(2 ** 20)).catch((error) => console.log(error.message));',
  );
  assert.match(result.output, /smaller than 1 MiB/);
  assert.equal(result.exit_code, 0);
  assert.deepEqual(bench.calls, []);
});

/** Each new one forks on; signals are ignored. */
const bombs = {
  javascript: `require('child_process').spawn('bash', ['-c', 'trap "" TERM; b() { b | b & }; b'], { stdio: 'ignore' });
setInterval(() => {}, 1000);`,
  python: 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass',
};

for (const world of worlds) {
  for (const { language, skip } of spoken) {
    test(`a fork bomb in ${language}, ${world.name}, is stopped long before its time is over`, {
      skip: skip || world.skip,
      timeout: 60_000,
    }, async (context) => {
      const bench = await openBench(context, { config: world.config });
      const result = await bench.run(language, bombs[language], { timeout: 30 });
      assert.ok(result.process_limit === true || result.memory_limit === true, JSON.stringify(result));
      nothingIsLeft(bench);
    });
  }
}

test('memory that forked processes share counts once', { skip: noPython }, async (context) => {
  const bench = await openBench(context, { config: { codeMemoryBytes: 320 * MIB } });
  const result = await bench.run(
    'python',
    `import os, time
block = bytearray(b"x") * (120 * 1024 * 1024)
for i in range(4):
    if os.fork() == 0:
        time.sleep(1)
        os._exit(0)
for i in range(4): os.wait()
print("done")`,
  );
  assert.equal(result.error, null);
  assert.equal(result.output, 'done\n');
});

test('a script that closes its connection does without it', { skip: noPython }, async (context) => {
  const bench = await openBench(context);
  const result = await bench.run(
    'python',
    'import os\nterminal("a")\nos.closerange(3, 1000)\nprint("on")\ntry: terminal("b")\nexcept OSError as error: print(error.strerror)',
  );
  assert.equal(result.output, 'on\nBad file descriptor\n');
  assert.equal(result.exit_code, 0);
  nothingIsLeft(bench);
});

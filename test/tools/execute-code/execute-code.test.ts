import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { newProcessId } from '../../../src/base/ids.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { openEngine } from '../../../src/engine/engine.ts';
import { createRedactor } from '../../../src/redact/redactor.ts';
import { executeCodeDefinition } from '../../../src/tools/execute-code/definition.ts';
import { executeCode } from '../../../src/tools/execute-code/execute-code.ts';
import { createViews } from '../../../src/tools/view/views.ts';
import { noPython, openBench } from './script-bench.ts';

const python = { skip: noPython };

test('a script in JavaScript calls tools by import or as globals, with top-level await and require', async (context) => {
  const { run, calls } = await openBench(context);
  const result = await run(
    'javascript',
    `import { terminal as imported, processes, callTool } from 'ringback';
const { basename } = require('node:path');
console.log((await terminal('a b', { timeout: 5 })).output);
console.log((await imported({ command: 'c', workdir: '/' })).output);
console.log((await processes('list')).output, (await callTool('process', { action: 'poll' })).output);
console.error(basename('/x/y'));`,
  );
  assert.equal(
    result.output,
    '{"command":"a b","timeout":5}\n{"command":"c","workdir":"/"}\n{"action":"list"} {"action":"poll"}\ny\n',
  );
  assert.deepEqual(
    {
      exit_code: result.exit_code,
      error: result.error,
      tool_calls: result.tool_calls,
      isolation: result.isolation,
    },
    { exit_code: 0, error: null, tool_calls: 4, isolation: 'none' },
  );
  assert.match(String(result.isolation_note), /Not isolated.*config\.json/);
  assert.deepEqual(
    calls.map(({ tool }) => tool),
    ['terminal', 'terminal', 'process', 'process'],
  );
});

test('a script in TypeScript may use all of the language', async (context) => {
  const { run } = await openBench(context);
  const result = await run(
    'typescript',
    `enum Colour { Red = 'red' }
interface Pair<T> { left: T; right: T }
class Point { constructor(readonly x: number, private y = 2) {} get sum(): number { return this.x + this.y; } }
const pair: Pair<string> = { left: Colour.Red, right: (await terminal('x')).output as string };
console.log(pair, new Point(1).sum);`,
  );
  assert.equal(result.output, `{ left: 'red', right: '{"command":"x"}' } 3\n`);
});

test(
  'a script in Python calls tools as functions, from threads and forked processes too',
  python,
  async (context) => {
    const { run } = await openBench(context);
    const result = await run(
      'python',
      `from concurrent.futures import ThreadPoolExecutor
import multiprocessing, json
import ringback
print(terminal("a", timeout=5)["output"], ringback.process("list")["output"])
with ThreadPoolExecutor(8) as pool:
    print(sorted(json.loads(r["output"])["command"] for r in pool.map(terminal, "defg")))
def child(command): return terminal(command)["exit_code"]
with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(child, "hi"))`,
    );
    assert.equal(
      result.output,
      `{"command": "a", "timeout": 5} {"action": "list"}\n['d', 'e', 'f', 'g']\n[0, 0]\n`
        .replaceAll('": ', '":')
        .replace(', "timeout', ',"timeout'),
    );
    assert.equal(result.tool_calls, 8);
  },
);

test('calls made at the same time run at the same time, and each gets its own result', async (context) => {
  let active = 0;
  let most = 0;
  const { run } = await openBench(context, {
    async call({ arguments: args }) {
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setTimeout(resolve, 20));
      active -= 1;
      return { output: (args as { command: string }).command };
    },
  });
  const result = await run(
    'javascript',
    `const all = await Promise.all(Array.from({ length: 30 }, (_, i) => terminal('n' + i)));
console.log(all.map(({ output }) => output).join());`,
  );
  assert.equal(result.output.trim(), Array.from({ length: 30 }, (_, i) => `n${i}`).join());
  assert.equal(most, 8);
});

test('a tool that fails is a result with an error, not an exception', async (context) => {
  const { run } = await openBench(context, { call: () => Promise.reject(new Error('no such thing')) });
  const result = await run(
    'javascript',
    `console.log((await terminal('x')).error, (await callTool('execute_code')).error)`,
  );
  assert.equal(result.output, 'no such thing A script cannot run execute_code.\n');
});

test('text of every kind and results of a megabyte come through whole', async (context) => {
  const strange = 'Grüße 😀 \u2028 "quoted" \\n 漢字';
  const big = `${'ä😀'.repeat(200_000)}end`;
  const { run, calls } = await openBench(context, {
    call: async ({ arguments: args }) => ({
      output: (args as { command: string }).command === 'big' ? big : strange,
    }),
  });
  const text = JSON.stringify(strange);
  const ends = JSON.stringify([600_003, 'end']);
  const inJs = await run(
    'javascript',
    `console.log((await terminal(${text})).output === ${text});
const { output } = await terminal('big'); console.log(JSON.stringify([output.length, output.slice(-3)])); console.log(${text}.slice(0, 9));`,
  );
  assert.equal(inJs.output, `true\n${ends}\nGrüße 😀 \n`);
  if (!noPython) {
    const inPython = await run(
      'python',
      `print(terminal(${text})["output"] == ${text})
output = terminal("big")["output"]; print([len(output), output[-3:]]); print("Grüße 😀")`,
    );
    assert.equal(inPython.output, `True\n[400003, 'end']\nGrüße 😀\n`);
  }
  assert.deepEqual(calls[0]?.arguments, { command: strange });
});

test('a trace shows the lines of the script as they were written', async (context) => {
  const { run } = await openBench(context);
  const js = await run('javascript', `\nfunction fail() {\n  throw new Error('oh');\n}\nfail();`);
  assert.match(js.output, /^script\.mjs:3\n/);
  assert.match(js.output, /at fail \(script\.mjs:3:9\)\n {4}at script\.mjs:5:1\n/);
  assert.equal(js.exit_code, 1);
  assert.equal(js.error, null);
  const ts = await run('typescript', `interface A {\n  a: number;\n}\nenum B { X }\nnull!.a;`);
  assert.match(ts.output, /\(script\.mts:5:7\)/);
  const wrong = await run('javascript', `let a;\nlet b = ;`);
  assert.match(wrong.output, /^script\.mjs:2\nlet b = ;/);
});

test('a trace in Python begins with the script', python, async (context) => {
  const { run } = await openBench(context);
  const { output } = await run('python', `def fail():\n    raise ValueError("oh")\n\nfail()`);
  assert.equal(
    output,
    `Traceback (most recent call last):
  File "script.py", line 4, in <module>
    fail()
  File "script.py", line 2, in fail
    raise ValueError("oh")
ValueError: oh
`,
  );
  assert.match((await run('python', 'x = (1')).output, /File "script\.py", line 1\n/);
  assert.equal((await run('python', 'import sys\nsys.exit(3)')).exit_code, 3);
});

test('imports are found from the working folder', async (context) => {
  const { run, cwd } = await openBench(context);
  mkdirSync(join(cwd, 'node_modules/dep'), { recursive: true });
  writeFileSync(join(cwd, 'node_modules/dep/package.json'), '{"name":"dep","main":"index.js"}');
  writeFileSync(join(cwd, 'node_modules/dep/index.js'), 'module.exports = "dep";');
  writeFileSync(join(cwd, 'own.mjs'), 'export const own = "own";');
  writeFileSync(join(cwd, 'mine.py'), 'value = "mine"');
  const js = await run(
    'javascript',
    `import dep from 'dep'; import { own } from './own.mjs'; console.log(dep, own, require('dep'), process.cwd());`,
  );
  assert.equal(js.output, `dep own dep ${cwd}\n`);
  if (!noPython)
    assert.equal((await run('python', 'import mine; print(mine.value, __name__)')).output, 'mine __main__\n');
});

test('output is clean and redacted before it is cut', async (context) => {
  const { run } = await openBench(context);
  const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
  const result = await run(
    'javascript',
    // The second one lies across the end of the head.
    `console.log('\\x1b[31mred\\x1b[0m', '${token}');
console.log(('x'.repeat(79) + '\\n').repeat(149) + ' ${token} ' + ('y'.repeat(79) + '\\n').repeat(500) + 'end');`,
  );
  assert.match(result.output, /^red \[REDACTED:/);
  assert.ok(!result.output.includes(token.slice(0, 12)), 'half a token got out');
  assert.match(
    result.output,
    /\[\d+ characters of output are left out here; read them with process\(action="log"/,
  );
  assert.match(result.output, /end\n$/);
  assert.equal(result.truncated, true);
  assert.match(String(result.session_id), /^proc_/);
});

test('a home that is too deep for a socket address will do', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'ringback-deep-'));
  const home = join(root, 'd'.repeat(100), "it's a home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const engine = await openEngine({ home, config: defaultConfig });
  context.after(async () => {
    await engine.close();
    removeFolder(root);
  });
  for (const codeIsolation of [false, true]) {
    const config = { ...defaultConfig, codeIsolation };
    const environment = {
      call: async () => ({ output: 'called' }),
      cwd: root,
      env: { PATH: process.env.PATH ?? '', HOME: '/' },
      signal: new AbortController().signal,
      views: createViews({ engine, redactor: createRedactor(), config }),
      engine,
      home,
      session: 'test:1',
      config,
    };
    const js = await executeCode(
      { language: 'javascript', code: `console.log((await terminal('x')).output)` },
      { ...environment, processId: newProcessId() },
    );
    assert.equal(js.output, 'called\n');
    if (noPython) continue;
    const py = await executeCode(
      { language: 'python', code: `print(terminal('x')["output"])` },
      { ...environment, processId: newProcessId() },
    );
    assert.equal(py.output, 'called\n');
  }
});

test('what cannot be run is refused in a sentence', async (context) => {
  const { ask } = await openBench(context);
  const code = 'console.log(1)';
  const refused: readonly [unknown, RegExp][] = [
    [undefined, /"language" is missing; "code" is missing/],
    [[], /must be an object/],
    [{ language: 'javascript' }, /"code" is missing/],
    [{ language: 'javascript', code: '' }, /"code" must not be empty/],
    [{ language: 'javascript', code: ' \n' }, /"code" must not be empty/],
    [{ language: 'javascript', code: 7 }, /"code" must be a string/],
    [{ language: 'javascript', code: 'a\0b' }, /"code" must be text without NUL/],
    [{ language: 'javascript', code: '"\ud800"' }, /lone surrogates/],
    [{ language: 'javascript', code: `//${'x'.repeat(2 ** 20)}` }, /larger than 1 MiB.*file/],
    [{ language: 'ruby', code }, /"language".*javascript.*typescript.*python/],
    [{ language: 'javascript', code, timeout: 0 }, /"timeout" must be at least 1/],
    [{ language: 'javascript', code, timeout: 1.5 }, /"timeout" must be an integer/],
    [{ language: 'javascript', code, timeout: '9' }, /"timeout" must be a number/],
    [{ language: 'javascript', code, timeout: 601 }, /"timeout" must be at most 600.*terminal/],
    [{ language: 'javascript', code, background: true }, /unknown parameter "background"/],
  ];
  for (const [request, says] of refused) {
    const { output, exit_code, error } = await ask(request);
    assert.match(error ?? '', says);
    assert.deepEqual({ output, exit_code }, { output: '', exit_code: null });
  }
});

test('without python3 the result says what to do', async (context) => {
  const { run } = await openBench(context, { env: { PATH: '/nowhere' } });
  assert.match(
    (await run('python', 'print(1)')).error ?? '',
    /python3 is not installed.*javascript or typescript/,
  );
});

test('a folder that does not exist is an error, and nothing stays', async (context) => {
  const { run } = await openBench(context, { cwd: '/no/such/folder' });
  assert.match((await run('javascript', '1')).error ?? '', /\/no\/such\/folder cannot be entered/);
});

test('the same call asked again does not run its script twice', async (context) => {
  const { run, calls } = await openBench(context, { processId: newProcessId() });
  await run('javascript', `await terminal('once')`);
  assert.match(
    (await run('javascript', `await terminal('once')`)).error ?? '',
    /restarted while this script ran/,
  );
  assert.equal(calls.length, 1);
});

test('the default time is not above what the caller waits', async (context) => {
  const { run } = await openBench(context, { waitLimit: 1 });
  assert.match(
    (await run('javascript', 'setInterval(() => {}, 1000)')).error ?? '',
    /still running after 1 s/,
  );
});

test('the schema is strict, and describes every parameter', () => {
  const { inputSchema } = executeCodeDefinition;
  assert.equal(inputSchema.additionalProperties, false);
  assert.deepEqual(inputSchema.required, ['language', 'code']);
  assert.deepEqual(Object.keys(inputSchema.properties), ['language', 'code', 'timeout']);
  for (const property of Object.values(inputSchema.properties)) assert.ok('description' in property);
});

/** Through the daemon, with the real `terminal` and `process`. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newProcessId } from '../../../src/base/ids.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import { leftOf, noBubblewrap, type Result } from './script-bench.ts';

function open(context: TestContext, config: object = {}) {
  const home = new CliHome((clean) => context.after(clean), config);
  const workdir = realpathSync(mkdtempSync(join(tmpdir(), 'ringback-script-')));
  context.after(() => removeFolder(workdir));
  const value = newProcessId();
  const call = async (
    code: string,
    {
      timeout,
      signal,
      language = 'javascript',
      env = {},
    }: { timeout?: number; signal?: AbortSignal; language?: string; env?: Record<string, string> } = {},
  ) => {
    const { result } = await home.client().tools.call(
      'execute_code',
      {
        arguments: { language, code, ...(timeout !== undefined && { timeout }) },
        session_key: 'test:1',
        workdir,
        env: {
          PATH: process.env.PATH ?? '',
          HOME: workdir,
          SHELL: '/bin/bash',
          RINGBACK_TEST_MARK: value,
          ...env,
        },
        call_id: newProcessId(),
        reach: 'ride',
      },
      signal ? { signal } : {},
    );
    return result as Result;
  };
  return { home, call, workdir, marker: `RINGBACK_TEST_MARK=${value}` };
}

const worlds = [
  { isolation: 'none', config: { codeIsolation: false }, skip: false },
  { isolation: 'bubblewrap', config: {}, skip: noBubblewrap },
];

for (const { isolation, config, skip } of worlds) {
  test(`a script that asks for background gets a foreground run and is told so (isolation: ${isolation})`, {
    skip,
  }, async (context) => {
    const { call, home, workdir, ...bench } = open(context, config);
    const result =
      await call(`const told = await terminal({ command: 'echo in $PWD; exit 3', background: true, notify_on_complete: true, pty: true, watch_patterns: ['x'] });
console.log(JSON.stringify(told));
console.log((await processes('list')).processes.length, (await terminal('')).error);`);
    assert.equal(result.isolation, isolation, JSON.stringify(result));
    const [told = '', more = ''] = result.output.split('\n');
    const { output, exit_code, ignored, ignored_note, status } = JSON.parse(told) as Record<string, unknown>;
    assert.deepEqual(
      { output, exit_code, status },
      { output: `in ${workdir}\n`, exit_code: 3, status: undefined },
    );
    assert.deepEqual(ignored, ['background', 'pty', 'notify_on_complete', 'watch_patterns']);
    assert.match(String(ignored_note), /foreground/);
    assert.match(more, /"command" must not be empty/);
    assert.equal(result.tool_calls, 3);
    assert.deepEqual(leftOf(bench), []);
    assert.deepEqual(await home.client().notifications.history({}), []);
  });

  test(`what a script's commands leave in the background is ended (isolation: ${isolation})`, {
    skip,
  }, async (context) => {
    const { call, ...bench } = open(context, config);
    const result =
      await call(`console.log((await terminal('(setsid sleep 1000 >/dev/null 2>&1 &) ; echo started')).output);
const late = await terminal('trap "" TERM; sleep 1000', { timeout: 1 });
console.log(late.timed_out, late.error);
terminal('sleep 1000; echo never');
await new Promise((resolve) => setTimeout(resolve, 500));
process.exit(0);`);
    assert.match(result.output, /^started\n\ntrue The command took longer/);
    assert.equal(result.exit_code, 0);
    assert.deepEqual(leftOf(bench), []);
  });
}

test('a script with the command it waits for is ended when its time is over', async (context) => {
  const { call, ...bench } = open(context);
  const result = await call(`await terminal('sleep 1000')`, { timeout: 1 });
  assert.equal(result.timed_out, true);
  assert.deepEqual(leftOf(bench), []);
});

test('a caller that hangs up ends the script and its commands', async (context) => {
  const { call, ...bench } = open(context);
  const caller = new AbortController();
  const answer = call(`await terminal('sleep 1000')`, { signal: caller.signal });
  await until(() => leftOf(bench).length >= 2, 'the script and its command');
  caller.abort();
  await assert.rejects(answer);
  await until(() => leftOf(bench).length === 0, 'the end of both');
});

test('a script whose daemon is killed ends at once, and the next daemon ends what it had started', async (context) => {
  const { call, home, ...bench } = open(context, { codeIsolation: false });
  const answer =
    call(`require('child_process').spawn('setsid', ['sleep', '1000'], { stdio: 'ignore', detached: true }).unref();
await terminal('sleep 1000');`);
  const failed = assert.rejects(answer);
  await until(() => leftOf(bench).length >= 3, 'the script and its children');
  await home.killDaemon();
  // The keeper of the script that ended wakes a daemon; nobody else asks for one here.
  await until(() => leftOf(bench).length === 0, 'the end of the script and of what it left');
  await failed;
  await until(() => readdirSync(join(home.folder, 'scripts')).length === 0, 'the end of its folder');
  assert.deepEqual(await home.client().notifications.history({}), []);
});

test('a script that does not hear of the death of its daemon is ended by its keeper', async (context) => {
  const { call, home, ...bench } = open(context, { codeIsolation: false });
  const answer = assert.rejects(call('for (;;);', { timeout: 1 }));
  await until(() => leftOf(bench).length >= 1, 'the script');
  await home.killDaemon();
  await answer;
  await until(() => leftOf(bench).length === 0, 'its end by the keeper');
});

test('issue 11.16: an isolated script has no way out by way of its tools or tokens', {
  skip: noBubblewrap,
}, async (context) => {
  const { call, home, workdir } = open(context, {
    environments: { box: { type: 'ssh', host: '127.0.0.1' } },
  });
  const { result: shell } = await home.client().tools.call('terminal', {
    arguments: { command: 'bash --norc --noprofile', background: true, pty: true },
    session_key: 'test:1',
    workdir,
    env: { PATH: process.env.PATH ?? '', HOME: workdir, SHELL: '/bin/bash' },
    call_id: newProcessId(),
    reach: 'ride',
  });
  const id = String((shell as Record<string, unknown>).session_id);
  const result = await call(
    `for (const action of ['write', 'submit', 'close'])
  console.log((await processes(action, { session_id: '${id}', data: 'touch out' })).error);
console.log((await terminal('true', { environment: 'box' })).error);
console.log((await terminal('echo token=$RINGBACK_MCP_TOKEN')).output);
console.log((await processes('poll', { session_id: '${id}' })).status);`,
    { env: { RINGBACK_MCP_TOKEN: 'a-token' } },
  );
  assert.equal(result.isolation, 'bubblewrap', JSON.stringify(result));
  assert.match(
    result.output,
    /^An isolated script cannot write.*\n.*cannot submit.*\n.*cannot close.*\n.*another environment.*\ntoken=\n\nrunning\n$/,
  );
});

test('issue 11.16: commands do not inherit the token of the MCP server', async (context) => {
  const { call } = open(context, { codeIsolation: false });
  const result = await call(`console.log(process.env.RINGBACK_MCP_TOKEN)`, {
    env: { RINGBACK_MCP_TOKEN: 'a-token' },
  });
  assert.equal(result.output, 'undefined\n');
});

/** Issue 11.14: what a model is told, and what it is told of what it wrote. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newProcessId } from '../../src/base/ids.ts';
import { toolDefinitions } from '../../src/tools.ts';
import type { ToolName } from '../../src/wire/tool.ts';
import { CliHome } from '../cli/cli-home.ts';

const home = new CliHome(after, { waitLimitSeconds: 5 });
const client = home.client();

async function call(name: ToolName, given: object): Promise<Record<string, unknown>> {
  const { result } = await client.tools.call(name, {
    arguments: given,
    session_key: 'test:contract',
    workdir: '/',
    env: { PATH: process.env.PATH ?? '', HOME: home.folder },
    call_id: newProcessId(),
    reach: 'subscribed',
  });
  return result as Record<string, unknown>;
}

function parameter(tool: ToolName, name: string): { default?: unknown; description: string } {
  const definition = toolDefinitions.find((one) => one.name === tool);
  return definition?.inputSchema.properties[name] as { default?: unknown; description: string };
}

test('issue 11.14: the schema has the defaults', () => {
  const defaults = (tool: ToolName, ...names: string[]) => names.map((name) => parameter(tool, name).default);
  const flags = ['background', 'pty', 'stdin', 'notify_on_complete'];
  assert.deepEqual(defaults('terminal', ...flags, 'timeout'), [false, false, false, false, 180]);
  assert.deepEqual(defaults('process', 'timeout', 'limit'), [180, 200]);
  assert.deepEqual(defaults('execute_code', 'timeout'), [60]);
});

test('issue 11.14: the schema says what three strikes do, and on both parameters that they exclude each other', () => {
  assert.match(
    parameter('terminal', 'watch_patterns').description,
    /3 such .*notify_on_complete is turned on/,
  );
  for (const tool of ['terminal', 'process'] as const) {
    assert.match(parameter(tool, 'notify_on_complete').description, /Not together with watch_patterns/);
    assert.match(parameter(tool, 'watch_patterns').description, /Not together with notify_on_complete/);
  }
});

test('issue 11.14: a wait that was lowered says so, also when the process ended', async () => {
  const { session_id } = await call('terminal', { command: 'true', background: true });
  const waited = await call('process', { action: 'wait', session_id, timeout: 1000 });
  assert.equal(waited.status, 'exited');
  assert.match(String(waited.timeout_note), /1000 s was lowered to the limit of one call, 5 s/);
  assert.equal((await call('process', { action: 'wait', session_id, timeout: 3 })).timeout_note, undefined);
});

test('issue 11.14: an empty session_id is a missing one', async () => {
  for (const session_id of ['', '  '])
    assert.equal(
      (await call('process', { action: 'poll', session_id })).error,
      'session_id is required for poll',
    );
});

test('issue 11.14: flags that mean nothing here are mentioned', async () => {
  const foreground = await call('terminal', {
    command: 'echo hi',
    notify_on_complete: true,
    watch_patterns: ['x'],
  });
  assert.deepEqual([foreground.output, foreground.exit_code], ['hi\n', 0]);
  assert.deepEqual(foreground.ignored, ['notify_on_complete', 'watch_patterns']);
  assert.match(String(foreground.ignored_note), /in the foreground/);
  const background = await call('terminal', { command: 'true', background: true, timeout: 5 });
  assert.deepEqual(background.ignored, ['timeout']);
  assert.equal((await call('terminal', { command: 'true', notify_on_complete: false })).ignored, undefined);
});

test('issue 11.14: uptime is whole seconds', async () => {
  const { session_id } = await call('terminal', { command: 'sleep 0.3', background: true });
  await call('process', { action: 'wait', session_id });
  const { uptime_seconds } = await call('process', { action: 'poll', session_id });
  assert.equal(uptime_seconds, 0);
  const { processes } = await call('process', { action: 'list' });
  for (const one of processes as { uptime_seconds: number }[]) assert(Number.isInteger(one.uptime_seconds));
});

test('issue 11.14: a script does not find itself among the processes', async () => {
  const code = `const { processes: list } = await processes('list'); console.log(JSON.stringify(list.filter((p) => p.status === 'running')));`;
  const { output, error } = await call('execute_code', { language: 'javascript', code });
  assert.deepEqual([error, String(output).trim()], [null, '[]']);
});

test('issue 11.14: an unknown parameter is left out with a warning, and the call goes on', async () => {
  const ran = await call('terminal', { command: 'echo hi', run_in_background: true, reason: 'x' });
  assert.equal(ran.output, 'hi\n');
  assert.match(
    String(ran.warning),
    /^Unknown parameter "run_in_background", "reason" ignored\. The parameters are command, /,
  );
  const inScript = await call('execute_code', {
    language: 'javascript',
    code: `console.log((await terminal('echo hi', { shell: 'zsh' })).warning)`,
    mode: 'fast',
  });
  assert.match(String(inScript.output), /Unknown parameter "shell" ignored/);
  assert.match(String(inScript.warning), /Unknown parameter "mode" ignored/);
});

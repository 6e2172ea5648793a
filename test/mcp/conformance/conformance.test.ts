import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { installTool, whatIsMissing } from '../../testbed/install.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/** Not `tasks-mrtr-composition`: no tool of ours asks the client anything before it begins. */
const scenarios = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-status-notifications',
  'tasks-required-task-error',
  'server-stateless',
  'http-header-validation',
  'dns-rebinding-protection',
];

describe('the official conformance suite', { skip: await whatIsMissing(suite) }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-conformance-'));
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let url = '';
  let program = '';

  before(async () => {
    program = join(await installTool(suite), 'node_modules/.bin/conformance');
    [url] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  });

  after(async () => {
    server.stdin.end();
    await once(server, 'exit');
    removeFolder(folder);
  });

  for (const scenario of scenarios) {
    it(scenario, async () => {
      const args = [program, 'server', '--url', url, '--scenario', scenario];
      const { code, output } = await run(args);
      assert.equal(code, 0, output);
      assert.match(output, /Passed: (\d+)\/\1, 0 failed/);
    });
  }

  function run(args: readonly string[]): Promise<{ code: unknown; output: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: folder, maxBuffer: 16 << 20 }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  }
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { CliHome } from '../cli/cli-home.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { launcher } from './mcp-client.ts';

const inspector = '@modelcontextprotocol/inspector@2.12.0';

describe('the official Inspector on the command line', { skip: await whatIsMissing(inspector) }, () => {
  const home = new CliHome(after);

  async function inspect(...args: string[]): Promise<Record<string, unknown>> {
    const program = join(await installTool(inspector), 'node_modules/.bin/mcp-inspector');
    const environment = ['-e', `RINGBACK_HOME=${home.folder}`];
    const all = [program, '--cli', ...environment, launcher, 'mcp', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: 16 << 20 });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('lists the tools', async () => {
    const { tools } = await inspect('--method', 'tools/list');
    assert.deepEqual((tools as { name: string }[]).map(({ name }) => name).slice(0, 2), [
      'terminal',
      'process',
    ]);
  });

  it('calls them', async () => {
    const terminal = ['--method', 'tools/call', '--tool-name', 'terminal'];
    const ran = await inspect(...terminal, '--tool-arg', 'command=echo hi', 'background=true');
    const { session_id } = ran.structuredContent as { session_id: string };
    assert.match(session_id, /^proc_/);
    const process = ['--method', 'tools/call', '--tool-name', 'process'];
    const waited = await inspect(...process, '--tool-arg', 'action=wait', `session_id=${session_id}`);
    assert.equal((waited.structuredContent as { output: string }).output, 'hi\n');
  });

  it('lists and reads the logs', async () => {
    const { resources } = await inspect('--method', 'resources/list');
    const [{ uri } = { uri: '' }] = resources as { uri: string }[];
    const { contents } = await inspect('--method', 'resources/read', '--uri', uri);
    assert.equal((contents as { text: string }[])[0]?.text, 'hi\n');
  });
});

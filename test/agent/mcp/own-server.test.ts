import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliHome } from '../../cli/cli-home.ts';
import { startHttp } from '../../mcp/http/http-server.ts';
import { launcher } from '../../mcp/mcp-client.ts';
import { execute, OddFolder, toolsOf } from './support/odd-folder.ts';

test('our own server, as a program and over HTTP, is one that the agent can have', async (t) => {
  const after = (clean: () => Promise<void>) => t.after(clean);
  const home = new CliHome(after);
  const odd = new OddFolder(t);
  const first = await startHttp(after, home);
  const headers = { Authorization: `Bearer ${first.token}` };
  const used = odd.use({
    agentMcpServers: {
      program: { command: launcher, args: ['mcp'], env: { RINGBACK_HOME: home.folder } },
      place: { url: first.url, headers },
      locked: { url: first.url },
    },
  });
  const tools = await toolsOf(used);
  for (const server of ['program', 'place']) {
    const { output } = await execute(tools, `${server}_terminal`, { command: 'echo hello' });
    assert.match(output, /hello/);
  }
  assert.match(odd.troubles.join(), /locked: .*(401|nauthorized)/);
  await first.end();
  const { output } = await execute(tools, 'place_terminal', { command: 'echo nobody' });
  assert.match(output, /^The server place is not there: .*Nothing was done\.$/);
});

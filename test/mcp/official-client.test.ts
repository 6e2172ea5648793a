import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';
import { call, connectStdio, generations } from './mcp-client.ts';

const home = new CliHome(after);

for (const generation of Object.keys(generations)) {
  describe(`the official client of ${generation}, on stdio`, () => {
    const connect = (name?: string) =>
      connectStdio(after, home, generation, { ...(name && { name }), cwd: '/' });

    it('lists the tools with strict schemas and annotations', async () => {
      const client = await connect();
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).slice(0, 2), ['terminal', 'process']);
      for (const tool of tools) {
        assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
        assert.equal(typeof tool.annotations?.destructiveHint, 'boolean', tool.name);
        assert.equal(tool.outputSchema, undefined, 'a task would become a validation error');
      }
      assert.match(client.getInstructions() ?? '', /end your turn/);
    });

    it('runs a command and reads the result', async () => {
      const client = await connect();
      const result = await client.callTool({ name: 'terminal', arguments: { command: 'echo hi; exit 3' } });
      const structured = result.structuredContent as Record<string, unknown>;
      assert.equal(structured.output, 'hi\n');
      assert.equal(structured.exit_code, 3);
      const [content] = result.content;
      assert.deepEqual(JSON.parse(content?.type === 'text' ? content.text : ''), structured);
    });

    it("is told of an end with its next call, and of nobody else's", async () => {
      const [client, other] = [await connect('one'), await connect('other')];
      const started = await call(client, 'terminal', {
        command: 'read x',
        stdin: true,
        background: true,
        notify_on_complete: true,
      });
      assert.equal(started.delivery, 'next_call');
      // From outside, so that no call of the agent can have carried it already.
      await home.client().submit(String(started.session_id), '');
      await home.client().wait(String(started.session_id));
      const others = await call(other, 'process', { action: 'list' });
      assert.deepEqual(others.processes, []);
      assert.equal(others.notifications, undefined);
      const { notifications } = await call(client, 'process', { action: 'list' });
      assert.match(String(notifications), new RegExp(`Background process ${started.session_id} completed`));
      const again = await call(client, 'process', { action: 'list' });
      assert.equal(again.notifications, undefined, 'it has arrived');
    });

    it('takes an error of the tool as a result', async () => {
      const client = await connect();
      const result = await client.callTool({ name: 'terminal', arguments: { comand: 'ls' } });
      assert.equal(result.isError, true);
      assert.match(JSON.stringify(result.structuredContent), /comand/);
    });

    it('goes on where the daemon was killed in the middle of a call', async () => {
      const client = await connect();
      const answer = call(client, 'terminal', { command: 'sleep 1.5; echo done' });
      await home.client().health();
      await home.killDaemon();
      assert.equal((await answer).output, 'done\n');
    });
  });
}

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { CliHome, until } from '../../cli/cli-home.ts';
import { call, connectStdio, generations } from '../mcp-client.ts';

const home = new CliHome(after);

/** Prints what is typed until it is told to end. */
const parrot = 'while read line; do echo "heard $line"; [ "$line" = end ] && break; done';

async function start(client: Client, command: string): Promise<{ id: string; uri: string }> {
  const started = await call(client, 'terminal', { command, background: true, stdin: true });
  const id = String(started.session_id);
  return { id, uri: `ringback://process/${id}/log` };
}

/** Subscribes as clients of each generation do; returns the updates as they come, and a way to end it. */
async function subscribe(client: Client, generation: string, uri: string) {
  const updates: string[] = [];
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void updates.push(params.uri),
  );
  if (generation === '2026') {
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    return { updates, end: () => subscription.close() };
  }
  await client.subscribeResource({ uri });
  return { updates, end: async () => void (await client.unsubscribeResource({ uri })) };
}

for (const generation of Object.keys(generations)) {
  describe(`logs as resources, for clients of ${generation}`, () => {
    const connect = (name = 'reader') => connectStdio(after, home, generation, { name, cwd: '/' });

    it('are listed and read, with secrets taken out', async () => {
      const client = await connect();
      const { id, uri } = await start(client, 'echo DB_PASSWORD=hunter2hunter2; echo done');
      await home.client().wait(id);
      const { resources } = await client.listResources();
      assert.ok(resources.some((resource) => resource.uri === uri));
      const { contents } = await client.readResource({ uri });
      const [log] = contents;
      assert.ok(log && 'text' in log);
      assert.match(log.text, /done/);
      assert.doesNotMatch(log.text, /hunter2/);
    });

    it('that a person has read are not what the model has seen: it is still told', async () => {
      const client = await connect('told');
      const started = await call(client, 'terminal', {
        command: 'echo done',
        background: true,
        notify_on_complete: true,
      });
      const id = String(started.session_id);
      await home.client().wait(id);
      await client.readResource({ uri: `ringback://process/${id}/log` });
      const { notifications } = await call(client, 'process', { action: 'list' });
      assert.match(String(notifications), /\| done/);
    });

    it('have a template', async () => {
      const client = await connect();
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.equal(resourceTemplates[0]?.uriTemplate, 'ringback://process/{id}/log');
    });

    it('of other sessions are not there', async () => {
      const { uri } = await start(await connect('owner'), 'echo mine');
      const stranger = await connect('stranger');
      await assert.rejects(stranger.readResource({ uri }), /not found/i);
      assert.ok(!(await stranger.listResources()).resources.some((resource) => resource.uri === uri));
    });

    it('of no process at all are not there', async () => {
      const client = await connect();
      for (const uri of [
        'ringback://process/proc_000000000000/log',
        'ringback://nonsense',
        'file:///etc/passwd',
      ]) {
        await assert.rejects(client.readResource({ uri }), /not found/i, uri);
      }
    });

    it('tell who subscribed when they grow and when they end', async () => {
      const client = await connect();
      const { id, uri } = await start(client, parrot);
      const { updates, end } = await subscribe(client, generation, uri);
      const type = (data: string) => call(client, 'process', { action: 'submit', session_id: id, data });
      // The subscription is answered before the log is being followed: type until it is heard.
      await until(async () => {
        await type('hello');
        return updates.length > 0;
      }, 'the first update');
      const before = updates.length;
      await type('end');
      await home.client().wait(id);
      await until(() => updates.length > before, 'the update of the end');
      assert.deepEqual(new Set(updates), new Set([uri]));
      await end();
    });
  });
}

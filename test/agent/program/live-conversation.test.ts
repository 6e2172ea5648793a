import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Servers } from '../../../src/agent/mcp/servers.ts';
import { LiveConversation } from '../../../src/agent/program/live-conversation.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { defaultConfig } from '../../../src/base/config.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import type { Client } from '../../../src/client/client.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { until } from '../../until.ts';

/** A daemon that tells nothing, and counts who listens. */
function pretended() {
  const seen = { listening: 0, asked: 0, isActive: true };
  const client = {
    notifications: {
      async *subscribe(_: string, { signal }: { signal: AbortSignal }) {
        seen.listening += 1;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        seen.listening -= 1;
      },
      acknowledge: async () => 0,
    },
    session: { interrupt: async () => {} },
    async activeForSession() {
      seen.asked += 1;
      return seen.isActive;
    },
  };
  return { seen, client: client as unknown as Client };
}

test('promise 28: a conversation that nobody looks at is closed after a while, unless something is to come, and opened by a ring', async (t) => {
  const model = await StandIn.start();
  model.models.push('tiny');
  const home = mkdtempSync(join(tmpdir(), 'rb-live-'));
  const store = new Store(home);
  const { seen, client } = pretended();
  const config = {
    ...defaultConfig,
    agentModel: 'mine',
    agentProviders: { mine: { baseUrl: `${model.url}/v1` } },
    agentIdleSeconds: 0.05,
  };
  const { id } = store.create({ cwd: '/tmp', model: '' });
  const live = new LiveConversation(id, {
    ...{ home, store, client, servers: new Servers(), variables: {} },
    config: async () => config,
    report: assert.ifError,
  });
  t.after(async () => {
    await live.close();
    store.close();
    removeFolder(home);
    model.stop();
  });

  const leave = live.viewers.join();
  await live.open({ hears: true });
  await until(() => seen.listening === 1, 'it listens');
  assert.equal(seen.asked, 0, 'somebody looks at it');
  leave();
  await until(() => seen.asked >= 2, 'two questions');
  assert.equal(seen.listening, 1, 'something is to come');
  seen.isActive = false;
  await until(() => seen.listening === 0, 'its end');

  model.script('it rang', ['Heard.']);
  assert.equal(live.ring(['ntf_1'], 'it rang'), 'stored');
  await until(() => store.history(id).at(-1)?.role === 'assistant', 'the turn');
  await until(() => seen.listening === 0 && store.view(id).turn === undefined, 'its end again');
});

/** Takes the turns of one conversation until it is killed. What it is told comes as lines, and it says what it has done. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openConversation } from '../../../src/agent/open-agent.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { loadConfig } from '../../../src/base/load-config.ts';
import { Client } from '../../../src/client/client.ts';
import { open } from '../models/dialects.ts';

const [home = '', folder = '', standIn = ''] = process.argv.slice(2);
const store = new Store(home);
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);

// Known to the next life before anything is said in it.
const file = join(folder, 'conversation');
if (!existsSync(file)) writeFileSync(file, store.create({ cwd: folder, model: 'test/small' }).id);
const conversation = store.get(readFileSync(file, 'utf8'));
if (!conversation) throw new Error('the conversation is gone');
const { id } = conversation;

const running = openConversation(conversation, {
  home,
  store,
  client: new Client({ home }),
  config: await loadConfig(home),
  model: await open('chat', standIn),
  env: { PATH: process.env.PATH ?? '', HOME: home },
  hears: true,
  onChange() {
    const { turn, queued } = store.view(id);
    say({ idle: turn === undefined && queued.person + queued.ring === 0 });
  },
});
createInterface(process.stdin).on('line', async (line) => {
  if (line === 'entries') return say({ entries: store.entries(id), failure: store.lastFailure(id) });
  const { clientId, text } = JSON.parse(line);
  await running.send(clientId, text);
  say({ sent: clientId });
});
say({ up: true });
await running.run();

/** One conversation, without a daemon, that calls `odd_TOOL` of a server once: `host.ts HOME FOLDER TOOL`. */
import { join } from 'node:path';
import { ConversationServers } from '../../../../src/agent/mcp/conversation-servers.ts';
import { Servers } from '../../../../src/agent/mcp/servers.ts';
import { RunningConversation } from '../../../../src/agent/run-conversation.ts';
import { Store } from '../../../../src/agent/store/store.ts';
import { defaultConfig } from '../../../../src/base/config.ts';
import { lastOf, scriptedModel } from '../../support/scripted-model.ts';

const [home = '', folder = '', tool = ''] = process.argv.slice(2);
const store = new Store(home);
const { id } = store.latest() ?? store.create({ cwd: folder, model: 'test/scripted' });
const program = join(import.meta.dirname, 'odd-server.ts');
const odd = { command: process.execPath, args: [program, folder] };
const env = { PATH: process.env.PATH ?? '' };
const servers = new ConversationServers({
  servers: new Servers(),
  config: { ...defaultConfig, agentMcpServers: { odd } },
  folder,
  variables: env,
  env,
});
const running = new RunningConversation(id, {
  store,
  model: scriptedModel((request) => (lastOf(request)?.role === 'tool' ? 'done' : [[`odd_${tool}`, {}]])),
  rings: { next: async () => undefined, acknowledge: async () => {}, interrupt: async () => {} },
  tools: (signal) => servers.tools([], signal),
  instructions: () => '',
  retryAt: () => undefined,
  onChange() {
    const { turn, queued } = store.view(id);
    if (turn === undefined && queued.person === 0) running.close();
  },
  onClosed: () => servers.close(),
});
await running.send('1', 'go');
await running.run();
const answers = store.history(id).flatMap((message) => (message.role === 'tool' ? message.content : []));
process.stdout.write(JSON.stringify(answers.map(({ output }) => output)));
store.close();

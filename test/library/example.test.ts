/** The agent of examples/ as it stands there, with a canned model. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';
import { killAgent } from './kill-agent.ts';

const root = join(import.meta.dirname, '../..');

type Message = { readonly role: string; readonly content: string };

test('the example agent is woken by what ended during its turn, and by what ends while it is idle', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const asked: Message[][] = [];
  const call = (command: string) => ({
    role: 'assistant',
    content: '',
    tool_calls: [
      {
        id: `call_${asked.length}`,
        type: 'function',
        function: {
          name: 'terminal',
          arguments: JSON.stringify({ command, background: true, notify_on_complete: true }),
        },
      },
    ],
  });
  const turns = [
    () => call('echo first'),
    // It has ended before the turn does: drained after it.
    async () => {
      const client = home.client();
      const [one] = (await client.list()).processes;
      await client.wait(one?.session_id ?? '');
      return { role: 'assistant', content: 'started' };
    },
    () => call('read x < pipe; echo second'),
    () => ({ role: 'assistant', content: 'going idle' }),
    () => ({ role: 'assistant', content: 'all done' }),
  ];
  const server = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: Message[] };
    asked.push(messages);
    const message = (await turns[asked.length - 1]?.()) ?? { role: 'assistant', content: 'no more' };
    response.end(JSON.stringify({ choices: [{ message }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  spawnSync('mkfifo', [join(home.folder, 'pipe')]);

  const agent = spawn(process.execPath, [join(root, 'examples/agent.ts'), 'Go.'], {
    cwd: home.folder,
    env: {
      ...process.env,
      RINGBACK_HOME: home.folder,
      MODEL: 'tiny',
      MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  try {
    for await (const line of createInterface({ input: agent.stdout })) {
      said.push(line);
      if (line === 'going idle') spawn('sh', ['-c', 'echo go > pipe'], { cwd: home.folder });
      if (line === 'all done') break;
    }
  } finally {
    // It holds the home: before anybody else cleans up.
    agent.kill('SIGKILL');
    await once(agent, 'exit');
  }
  assert.deepEqual(said, ['started', 'going idle', 'all done']);
  const users = asked.at(-1)?.filter(({ role }) => role === 'user') ?? [];
  assert.equal(users.length, 3);
  assert.match(users[1]?.content ?? '', /\| first/);
  assert.match(users[2]?.content ?? '', /\| second/);
});

test('the example says which variables it needs', () => {
  const env = { PATH: process.env.PATH };
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'examples/agent.ts')], { env });
  assert.equal(status, 2);
  assert.match(String(stderr), /^Set MODEL_URL.*MODEL.*\n$/);
});

test('issue 11.2: the example agent is killed in the middle of everything, and tells and does each thing once', (t) =>
  killAgent(t, [process.execPath, join(root, 'examples/agent.ts')]));

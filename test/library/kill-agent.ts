/** An agent of examples/, killed in the middle of everything by its model and its own commands. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';

type Message = { readonly role: string; readonly content: string };
type Answer = { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: object[] };

const say = (content: string): Answer => ({ role: 'assistant', content });
const callOf = (id: string, given: object): Answer => ({
  ...say(''),
  tool_calls: [{ id, type: 'function', function: { name: 'terminal', arguments: JSON.stringify(given) } }],
});

/** A model that gives these answers, one after the other; `undefined`: none, its agent is dead. */
async function serveModel(t: TestContext, answers: readonly (() => Promise<Answer | undefined>)[]) {
  const asked: Message[][] = [];
  const server = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: Message[] };
    asked.push(messages);
    const message = await (answers[asked.length - 1]?.() ?? Promise.resolve(say('no more')));
    if (message) response.end(JSON.stringify({ choices: [{ message }] }));
    else response.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** It tells and does each thing once, and goes on where it was. */
export async function killAgent(
  t: TestContext,
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const home = new CliHome((clean) => t.after(clean));
  const client = home.client();
  const session = 'example:1';
  const pidFile = join(home.folder, 'agent.pid');
  const die = async () => {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    return undefined;
  };
  const { asked, url } = await serveModel(t, [
    async () => callOf('c0', { command: 'echo first', background: true, notify_on_complete: true }),
    // Its result is stored; the model has not answered.
    die,
    // Killed by its own command: it ran, and nobody has stored its result.
    async () => callOf('c1', { command: 'echo ran >> ran; kill -9 $(cat agent.pid); echo survived' }),
    async () => say('idle'),
    // In the turn that tells of the first; and there is more to tell before it comes again.
    async () => {
      const second = { command: 'echo second', workdir: '/', env: {}, notify_on_complete: true };
      const { session_id } = await client.start({ ...second, session_key: session });
      await client.wait(session_id);
      return die();
    },
    async () => say('heard of the first'),
    async () => say('heard of the second'),
  ]);
  const said: string[] = [];
  for (let lives = 0; !said.includes('heard of the second'); lives += 1) {
    assert(lives < 10, `it lives again and again: ${said}`);
    const agent = spawn(program, [...args, 'Go.'], {
      cwd: home.folder,
      env: { ...process.env, ...env, RINGBACK_HOME: home.folder, MODEL_URL: url, MODEL: 'tiny' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    writeFileSync(pidFile, String(agent.pid));
    const ended = once(agent, 'exit');
    try {
      for await (const line of createInterface({ input: agent.stdout })) {
        said.push(line);
        if (line === 'heard of the second') break;
      }
    } finally {
      agent.kill('SIGKILL');
      await ended;
    }
  }
  assert.equal(readFileSync(join(home.folder, 'ran'), 'utf8'), 'ran\n');
  const last = asked.at(-1) ?? [];
  const told = last.filter(({ role }) => role === 'user').map(({ content }) => content);
  assert.equal(told.length, 3, told.join('\n'));
  assert.match(told[1] ?? '', /\| first/);
  assert.doesNotMatch(told[1] ?? '', /\| second/);
  assert.match(told[2] ?? '', /\| second/);
  const results = last.filter(({ role }) => role === 'tool').map(({ content }) => content);
  assert.equal(results.length, 2);
  assert.match(results[1] ?? '', /survived/);
}

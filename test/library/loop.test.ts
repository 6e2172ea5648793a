/** `ringback/loop`, by the agent of examples/: killed at each step. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';
import { failpointsIn } from '../faults/support/failpoints.ts';

const program = join(import.meta.dirname, '../../examples/agent.ts');
const points = failpointsIn(['src/loop.ts']);

type Message = { readonly role: string; readonly content: string };

/** So many times a build in the background and a command beside it, the next one when it rings; by what it is shown alone. */
function decide(effects: string, rounds: number, round: number, hasResults: boolean) {
  const isLast = round > rounds;
  if (hasResults) return isLast ? 'all done' : 'started';
  const note = (word: string) => ({ command: `echo ${word} >> '${effects}'` });
  if (isLast) return [note('rung')];
  const later = { background: true, notify_on_complete: true };
  return [{ ...note(`built${round}`), ...later }, note(`beside${round}`)];
}

async function serveBuilder(t: TestContext, effects: string, rounds: number) {
  const shown = { last: [] as readonly Message[] };
  const server = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: Message[] };
    shown.last = messages;
    const heard = messages.filter(({ role }) => role === 'user').length;
    const reply = decide(effects, rounds, heard, messages.at(-1)?.role === 'tool');
    const message =
      typeof reply === 'string'
        ? { content: reply }
        : {
            // Always the same ids, as some providers give them.
            tool_calls: reply.map((input, at) => ({
              id: `call_${at}`,
              function: { name: 'terminal', arguments: JSON.stringify(input) },
            })),
          };
    response.end(JSON.stringify({ choices: [{ message }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { shown, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('promise 23: a harness on the exported loop is killed at each step: every effect once, every ring one turn', async (t) => {
  assert(points.length >= 11, points.join(', '));
  const home = new CliHome((clean) => t.after(clean));
  const effects = join(home.folder, 'effects');
  // Each point is passed in every round.
  const rounds = points.length;
  const { shown, url } = await serveBuilder(t, effects, rounds);
  /** One life, to a point or to the end. */
  const live = async (point: string) => {
    const agent = spawn(process.execPath, [program, 'build'], {
      cwd: home.folder,
      env: {
        ...process.env,
        RINGBACK_HOME: home.folder,
        MODEL_URL: url,
        MODEL: 'tiny',
        RINGBACK_ENGINE_FAILPOINT: point,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(agent, 'exit');
    for await (const line of createInterface({ input: agent.stdout })) if (line === 'all done') break;
    agent.kill('SIGKILL');
    const [, signal] = await ended;
    assert.equal(signal, 'SIGKILL', `${point} was not passed`);
  };
  for (const point of points) await live(point);
  await live('');
  const lines = readFileSync(effects, 'utf8').trim().split('\n');
  const expected = Array.from({ length: rounds }, (_, at) => [`beside${at + 1}`, `built${at + 1}`]).flat();
  assert.deepEqual(lines.toSorted(), [...expected, 'rung'].toSorted());
  const turns = Array.from({ length: rounds + 1 }, () => ['user', 'assistant', 'tool', 'tool', 'assistant']);
  assert.deepEqual(
    shown.last.map(({ role }) => role),
    // The last turn has one call, and its last words have not been shown again.
    turns.flat().slice(0, -2),
  );
  const rings = shown.last.filter(({ role }) => role === 'user').slice(1);
  for (const { content } of rings) assert.match(content, /^\[IMPORTANT: Background process proc_/);
  assert.equal(new Set(rings.map(({ content }) => content.slice(0, 50))).size, rounds);
});

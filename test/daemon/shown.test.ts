import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutputEvent } from '../../src/client/output-stream.ts';
import { CliHome } from '../cli/cli-home.ts';
import { madeUp, showsPart } from '../redact/secrets.ts';
import { start } from './ending-process.ts';
import { askJson } from './http.ts';

const value = madeUp(36, 900);
const token = `gh${'p_'}${value}`;

async function bytesOf(events: AsyncIterable<OutputEvent>): Promise<string> {
  const all: Buffer[] = [];
  for await (const event of events) if (event.type === 'output') all.push(event.bytes);
  return Buffer.concat(all).toString();
}

test('issue 11.12: every answer of HTTP and the library is without secrets, and raw when asked', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const client = home.client();
  const command = `printf 'a \\033[31m%s\\033[0m b\\n' ${token}; echo 'gone ${token}\\r over'; read x; exit 0`;
  const about = { command, stdin: true, watch_patterns: [token] };
  const answers: object[] = [];
  const raws: object[] = [];
  const shown = await start(client, 's', about);
  const id = shown.session_id;
  await client.wait(id, { until: 'over' });
  answers.push(shown, await client.get(id), await client.poll(id), await client.log(id), await client.list());
  answers.push(await client.poll(id, { cursor: '0' }), await client.log(id, { cursor: '0' }));
  answers.push(await client.wait(id, { timeout: 0 }), await client.wait(id, { until: 'over' }));
  answers.push((await askJson<object>(home.folder, 'GET', `/v1/processes/${id}/log`)).json);
  raws.push(await client.get(id, { raw: true }), await client.poll(id, { raw: true }));
  raws.push(await client.log(id, { raw: true }), await client.list({ raw: true }));
  raws.push(await client.wait(id, { timeout: 0, raw: true }));
  raws.push((await askJson<object>(home.folder, 'GET', `/v1/processes/${id}/log?raw=true`)).json);
  answers.push(await client.notify(id, { watch_patterns: [token] }));
  await client.submit(id, '');
  answers.push(await client.wait(id), await client.kill(id), await client.killAll());
  for (const answer of answers) {
    assert(!showsPart(JSON.stringify(answer), value), JSON.stringify(answer));
  }
  for (const answer of raws) assert(JSON.stringify(answer).includes(value), JSON.stringify(answer));
  const started = await start(client, 's', { command: `true ${token}`, raw: true });
  assert(started.command.includes(token));

  const printed = `a \x1b[31m${token}\x1b[0m b\ngone ${token}\r over\n`;
  const expected = printed.replaceAll(token, '[REDACTED:github-pat]');
  for (const read of [client.read, client.follow]) {
    assert.equal(await bytesOf(read.call(client, id, { from: 0 })), expected);
    assert.equal(await bytesOf(read.call(client, id, { from: 0, raw: true })), printed);
    const middle = 20;
    const rest = await bytesOf(read.call(client, id, { from: middle }));
    assert.equal(rest, expected.slice(expected.indexOf('[RED')), 'no cut shows half of it');
  }
});

test('issue 11.12: who follows gets lines at once, half a token never, and a question after a moment', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const client = home.client();
  const half = Math.floor(token.length / 2);
  const command = `echo ready; printf 'x ${token.slice(0, half)}'; read a; printf '%s' '${token.slice(half)}'; read a; printf ' y\\nGo on with it/there'; read a`;
  const { session_id: id } = await start(client, 's', { command, stdin: true });
  let seen = '';
  // Typed for the first half, for the second, and for the question.
  const answered = [/^ready\nx $/, /^ready\nx $/, /\[REDACTED:github-pat\] y\nGo on with it\/there$/];
  for await (const event of client.follow(id, { from: 0 })) {
    if (event.type !== 'output') continue;
    seen += event.bytes;
    assert(!showsPart(seen, value), seen);
    while (answered[0]?.test(seen)) {
      answered.shift();
      await client.submit(id, '');
    }
  }
  assert.deepEqual(answered, [], seen);
});

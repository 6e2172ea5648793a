/** A search over HTTP: at once, cut off and gone on with, ended with its reader, and nobody waits for it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { RingbackError } from '../../../src/base/errors.ts';
import type { GrepEvent } from '../../../src/client/grep-stream.ts';
import { createSseParser, type SseEvent } from '../../../src/client/sse.ts';
import type { GrepQuery, WireFoundLines } from '../../../src/wire/grep.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import { madeUp } from '../../redact/secrets.ts';
import { ask } from '../http.ts';

const home = new CliHome(after);
const client = home.client();
const token = `ghp_${madeUp(36, 3)}`;
let id = '';
const sevens = Array.from({ length: 30_000 }, (_, i) => String(i + 1)).filter((text) =>
  text.includes('7'),
).length;

const run = async (command: string, more: object = {}): Promise<string> => {
  const request = {
    command,
    workdir: '/',
    env: { PATH: String(process.env.PATH) },
    shell: '/bin/sh',
    ...more,
  };
  const { session_id } = await client.start(request);
  await client.wait(session_id, {});
  return session_id;
};

before(async () => {
  id = await run(`echo begin; echo 'key ${token} end'; seq 1 30000; echo last`);
});

async function find(query: GrepQuery, process = id): Promise<GrepEvent[]> {
  const events: GrepEvent[] = [];
  for await (const event of client.grep(process, query)) events.push(event);
  return events;
}
const shown = (events: readonly GrepEvent[]) =>
  events.flatMap((event) =>
    event.type === 'line' ? [`${event.line}${event.match ? ':' : '-'}${event.text}`] : [],
  );

test('lines with their numbers, the lines around them, and how many there are', async () => {
  const events = await find({ pattern: '/^777$/', context: 1 });
  assert.deepEqual(shown(events), ['777-776', '778:777', '779-778']);
  assert.deepEqual(events.at(-1), { type: 'done', count: 1 });
  assert.deepEqual(await find({ pattern: '7', count: true }), [{ type: 'done', count: sevens }]);
  assert.deepEqual(await find({ pattern: 'nowhere' }), [{ type: 'done', count: 0 }]);
  const limited = await find({ pattern: '/^\\d+$/', limit: 2, offset: 100 });
  assert.deepEqual(shown(limited), ['100:99', '101:100']);
  assert.deepEqual(limited.at(-1), { type: 'done', count: 2, next: 102 });
});

test('promise 17: a secret is found by nobody but who asks for raw', async () => {
  assert.deepEqual(shown(await find({ pattern: 'key' })), ['1:key [REDACTED:github-pat] end']);
  assert.deepEqual(shown(await find({ pattern: token.slice(0, 8) })), []);
  assert.deepEqual(shown(await find({ pattern: token.slice(0, 8), raw: true })), [`1:key ${token} end`]);
});

test('a pattern that cannot be used is refused by its name', async () => {
  for (const pattern of ['/(/', '/a*/', '/(?=a)/'])
    await assert.rejects(
      find({ pattern }),
      (error) =>
        error instanceof RingbackError && error.code === 'bad_request' && error.message.includes(pattern),
    );
});

test('promise 7: what is gone is told between the lines', async () => {
  const large = await run('seq 1 400000', { log_limit: 1_200_000 });
  const events = await find({ pattern: '/^(1|400000)$/' }, large);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['line', 'gap', 'line', 'done'],
  );
  assert.deepEqual(shown(events), ['0:1', '399999:400000']);
});

test('a search that is cut off anywhere goes on: nothing is lost, nothing comes twice', async () => {
  const path = `/v1/processes/${id}/grep?pattern=${encodeURIComponent('/5$/')}&context=1`;
  const whole = shown(await find({ pattern: '/5$/', context: 1 }));
  const all: SseEvent[] = [];
  let cuts = 0;
  for (let lastId = '', isOver = false; !isOver; cuts += 1) {
    const answer = await ask(home.folder, 'GET', path, undefined, lastId ? { 'last-event-id': lastId } : {});
    assert.equal(answer.statusCode, 200);
    const parse = createSseParser();
    isOver = true;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const events = parse(chunk).filter(({ name }) => name !== '');
      all.push(...events);
      lastId = events.at(-1)?.id ?? lastId;
      if (events.length === 0 || events.some(({ name }) => name === 'done')) continue;
      isOver = false;
      break;
    }
  }
  assert.ok(cuts > 2, String(cuts));
  const lines = all.flatMap(({ name, data }) =>
    name === 'lines' ? (JSON.parse(data) as WireFoundLines).lines : [],
  );
  assert.deepEqual(
    lines.map(({ line, text, match }) => `${line}${match ? ':' : '-'}${text}`),
    whole,
  );
});

test('promise 22: who hangs up ends the search, and meanwhile others are answered', async () => {
  const { pid } = await client.health();
  const isSearching = () => searchingThreads(pid) > 0;
  const large = await run('yes "a line of some words, again and again" | head -c 60000000');
  const stop = new AbortController();
  const events = client.grep(large, { pattern: 'words', signal: stop.signal });
  const { value: first } = await events.next();
  assert.equal(first?.type, 'line');
  assert.ok(isSearching());
  assert.equal((await client.get(id)).status, 'exited');
  stop.abort();
  await assert.rejects(async () => {
    for await (const _ of events);
  });
  await until(async () => !isSearching(), 'the thread is gone');
});

/** Threads that Node calls by the name of the worker. */
function searchingThreads(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).filter((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').trim() === 'grep';
    } catch {
      return false;
    }
  }).length;
}

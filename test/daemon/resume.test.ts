/** Streams that are cut off anywhere go on where the reader stopped: nothing lost, nothing twice. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { createSseParser, type SseEvent } from '../../src/client/sse.ts';
import type { WireTurn } from '../../src/wire/notification.ts';
import type { WireStart } from '../../src/wire/start.ts';
import { CliHome, until } from '../cli/cli-home.ts';
import { mark } from './ending-process.ts';
import { ask, askJson } from './http.ts';

const home = new CliHome(after);
const client = home.client();

before(async () => {
  await client.health();
});

const start = async (command: string, more: Partial<WireStart> = {}) =>
  (await client.start({ command, workdir: '/', env: {}, shell: '/bin/sh', ...more })).session_id;

/** What a reader has that is cut off after `bytes` of an answer or an event that is enough; `isOver`: the answer was shorter. */
async function readSome(
  path: string,
  bytes: number,
  lastId: string,
  isEnough?: (event: SseEvent) => boolean,
) {
  const answer = await ask(home.folder, 'GET', path, undefined, lastId ? { 'last-event-id': lastId } : {});
  assert.equal(answer.statusCode, 200);
  const parse = createSseParser();
  const events: SseEvent[] = [];
  let left = bytes;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    events.push(...parse(chunk.subarray(0, left)));
    left -= chunk.length;
    if (left <= 0 || (isEnough && events.some(isEnough))) return { events, isOver: false };
  }
  return { events, isOver: true };
}

/** Everything that a stream tells to a reader whose connection is cut again and again. */
async function readWithCuts(path: string, bytesOfCut: (cut: number) => number, onCut = async () => {}) {
  const events: SseEvent[] = [];
  let lastId = '';
  for (let cuts = 0; ; cuts += 1) {
    const some = await readSome(path, bytesOfCut(cuts), lastId);
    lastId = some.events.at(-1)?.id ?? lastId;
    events.push(...some.events.filter(({ name }) => name !== ''));
    if (some.isOver) return { events, cuts };
    await onCut();
  }
}

/** The bytes, which must follow each other without a hole. */
function join(events: readonly SseEvent[], from = 0): Buffer {
  let next = from;
  const chunks = events
    .filter(({ name }) => name === 'output')
    .map((event) => {
      const { offset, data } = JSON.parse(event.data) as { offset: number; data: string };
      assert.equal(offset, next);
      const bytes = Buffer.from(data, 'base64');
      next += bytes.length;
      assert.equal(Number.parseInt(event.id, 10), next);
      return bytes;
    });
  return Buffer.concat(chunks);
}

const countOf = (events: readonly SseEvent[], wanted: string) =>
  events.filter(({ name }) => name === wanted).length;

/** An event holds up to 256 KiB, in base64: who never gets one whole does not get on. */
const WHOLE_EVENT = 360_000;
/** Differs from cut to cut. */
const unevenly = (cut: number) => (cut % 8 === 7 ? WHOLE_EVENT : 50 + ((cut * 7919) % 8_000));

test('a follower that is cut off while a command prints has every byte once, and its end once', async () => {
  const command =
    'i=0; while [ $i -lt 300 ]; do seq $i 400; i=$((i+1)); [ $((i%10)) = 0 ] && sleep 0.02; done';
  const id = await start(command);
  const { events, cuts } = await readWithCuts(`/v1/processes/${id}/follow?from=0`, unevenly);
  const expected = execFileSync('/bin/sh', ['-c', command.replace('sleep 0.02', 'true')], { maxBuffer: 1e8 });
  assert.ok(join(events).equals(expected));
  assert.equal(countOf(events, 'ended'), 1);
  assert.equal(events.at(-1)?.name, 'ended');
  assert.ok(cuts > 10, `only ${cuts} cuts`);
});

test('the raw range as well', async () => {
  const id = await start('seq 1 300000');
  await client.wait(id, {});
  const expected = execFileSync('seq', ['1', '300000'], { maxBuffer: 1e8 });
  const { events, cuts } = await readWithCuts(`/v1/processes/${id}/output`, unevenly);
  assert.ok(join(events).equals(expected));
  assert.ok(cuts > 3, `only ${cuts} cuts`);
  const part = await readWithCuts(`/v1/processes/${id}/output?from=1000&to=900000`, unevenly);
  assert.ok(join(part.events, 1000).equals(expected.subarray(1000, 900_000)));
});

test('the end is told once, also when those left behind print on', async () => {
  const id = await start('echo own; { for i in 1 2 3 4 5; do sleep 0.1; echo late $i; done; } &');
  const told: SseEvent[] = [];
  let lastId = '';
  // Cut behind every single event.
  for (let isOver = false; !isOver; ) {
    const some = await readSome(`/v1/processes/${id}/follow?from=0`, 1e9, lastId, ({ name }) => name !== '');
    lastId = some.events.at(-1)?.id ?? lastId;
    told.push(...some.events.filter(({ name }) => name !== ''));
    isOver = some.isOver;
  }
  assert.equal(join(told).toString(), 'own\nlate 1\nlate 2\nlate 3\nlate 4\nlate 5\n');
  assert.equal(countOf(told, 'ended'), 1);
  assert.ok(told.length > 3, 'it printed after its end');
});

test('a follower that began with "now" and is cut off before the first event misses nothing', async () => {
  const id = await start('echo before; read x; echo after', { stdin: true });
  await client.wait(id, { until: 'before' });
  const path = `/v1/processes/${id}/follow`;
  const first = await readSome(path, 1, '');
  assert.deepEqual(first.events, []);
  // The block that carries no event tells where the stream begins.
  const beginning = await readSome(path, 'id: 7\n\n'.length, '');
  assert.deepEqual(beginning.events, [{ name: '', id: '7', data: '' }]);
  await client.submit(id, '');
  await client.wait(id, {});
  const { events } = await readSome(path, 1e9, '7');
  assert.equal(
    join(
      events.filter(({ name }) => name !== ''),
      7,
    ).toString(),
    'after\n',
  );
});

test('promise 1: also when daemons die under it', async () => {
  const id = await start('for i in $(seq 1 40); do echo line $i; sleep 0.05; done');
  let kills = 0;
  const { events } = await readWithCuts(
    `/v1/processes/${id}/follow?from=0`,
    (cut) => (cut < 3 ? 400 : 1e9),
    async () => {
      kills += 1;
      await home.killDaemon();
      await client.health();
    },
  );
  assert.equal(kills, 3);
  assert.equal(join(events).toString(), execFileSync('sh', ['-c', 'seq -f "line %g" 1 40']).toString());
  assert.equal(countOf(events, 'ended'), 1);
});

for (const wrong of ['x', '-1', '1.5', '1e5', ' 1 2', '9'.repeat(20)]) {
  test(`Last-Event-ID: ${wrong} is refused`, async () => {
    const id = await start('true');
    for (const route of ['follow', 'output']) {
      const answer = await ask(home.folder, 'GET', `/v1/processes/${id}/${route}`, undefined, {
        'last-event-id': wrong,
      });
      assert.equal(answer.statusCode, 400);
      answer.resume();
    }
  });
}

test('promise 13: turns that are cut off anywhere come again until acknowledged, and then never', async () => {
  const path = '/v1/notifications/subscribe?session_key=cut';
  const expected: string[] = [];
  const acknowledged: string[] = [];
  let lastId = '';
  for (let round = 0; round < 60; round += 1) {
    expected.push(await mark(client, 'cut'));
    const bytes = round % 2 === 0 ? 1e9 : 10 + ((round * 131) % 400);
    const { events } = await readSome(path, bytes, lastId, ({ name }) => name === 'turn');
    lastId = events.at(-1)?.id ?? lastId;
    const turn = events.find(({ name }) => name === 'turn');
    if (!turn) continue;
    const ids = (JSON.parse(turn.data) as WireTurn).notifications.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id) => acknowledged.includes(id)),
      [],
      'told again after it was acknowledged',
    );
    if (round % 6 === 0) continue;
    const body = JSON.stringify({ ids });
    await askJson(home.folder, 'POST', '/v1/notifications/acknowledge', body);
    acknowledged.push(...ids);
  }
  assert.ok(acknowledged.length > 5, `only ${acknowledged.length} arrived`);
  await until(async () => {
    const turn = await client.notifications.drain('cut');
    if (turn) acknowledged.push(...turn.notifications.map(({ id }) => id));
    await turn?.acknowledge();
    return acknowledged.length === expected.length;
  }, 'the rest');
  assert.deepEqual(acknowledged, expected);
});

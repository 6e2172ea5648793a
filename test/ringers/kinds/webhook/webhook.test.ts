import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { validate } from '../../../../src/base/validate.ts';
import { sign } from '../../../../src/ringers/kinds/webhook/signature.ts';
import { toRung } from '../../../../src/ringers/kinds/webhook/verdict.ts';
import { webhookRinger } from '../../../../src/ringers/kinds/webhook/webhook.ts';
import type { Ring } from '../../../../src/ringers/ringer.ts';
import { RingHome, SESSION, until } from '../../ring-home.ts';
import { type Mishap, Receiver } from '../receiver.ts';

const ring: Ring = {
  id: 'ring_0123456789ab',
  session: 'shop:1',
  text: 'ünïcode – and all',
  notifications: [{ id: 'ntf_1', type: 'completion', text: 'one' }],
  createdAt: Date.UTC(2026, 0, 31),
  attempts: 0,
};
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const { signal } = new AbortController();

const call = (settings: object, one = ring) =>
  webhookRinger.ring(validate(webhookRinger.schema, settings), one, signal);

async function openHome(t: TestContext): Promise<{ home: RingHome; receiver: Receiver }> {
  const receiver = await new Receiver(t).start();
  const home = new RingHome(t);
  const board = await home.openBoard();
  board.set({ session: SESSION, kind: 'webhook', settings: receiver.settings, origin: 'user' });
  return { home, receiver };
}

test('the example of the specification gets the signature of the specification', () => {
  // From the test vectors of the reference libraries.
  const signature = sign({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
    secrets: [Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')],
  });
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the request carries the ring, signed, under its id', async (t) => {
  const receiver = await new Receiver(t).start();
  assert.deepEqual(await call(receiver.settings), { outcome: 'admitted' });
  const [taken] = receiver.taken;
  assert.equal(taken?.id, ring.id);
  assert.match(String(taken?.headers['user-agent']), /^ringback\/\d/);
  assert.equal(taken?.headers['content-type'], 'application/json');
  assert.deepEqual(taken?.payload, {
    type: 'ringback.ring',
    timestamp: '2026-01-31T00:00:00.000Z',
    data: { id: ring.id, session_key: 'shop:1', text: ring.text, notifications: ring.notifications },
  });
});

test('while the secret changes, a receiver that knows either takes it; one that knows neither does not', async (t) => {
  const [old, fresh, foreign] = [1, 2, 3].map((one) => Buffer.alloc(24, one));
  const both = [old, fresh].map((one) => `whsec_${one?.toString('base64')}`).join(' ');
  for (const known of [old, fresh]) {
    const receiver = await new Receiver(t, known).start();
    assert.equal((await call({ url: receiver.url, secret: both })).outcome, 'admitted');
  }
  const receiver = await new Receiver(t, foreign).start();
  assert.deepEqual(await call({ url: receiver.url, secret: both }), {
    outcome: 'refused',
    reason: 'the receiver answered 401: the signature is wrong',
    isPermanent: true,
  });
  assert.deepEqual([receiver.forged, receiver.taken], [[ring.id], []]);
});

test('what each answer means', () => {
  const verdict = (status: number, retryAfter?: string) => {
    const rung = toRung({ status, retryAfter, text: '' }, Date.UTC(2026, 0, 1));
    const how = rung.outcome === 'refused' && rung.isPermanent ? 'given up' : rung.outcome;
    return rung.outcome !== 'admitted' && rung.againInMs ? `${how}, ${rung.againInMs}` : how;
  };
  const expected: [number, string][] = [
    ...[200, 201, 202, 204, 299].map((status) => [status, 'admitted'] as [number, string]),
    ...[301, 302, 304, 307, 400, 401, 403, 404, 410, 422].map((one) => [one, 'given up'] as [number, string]),
    ...[408, 409, 425, 429, 503].map((status) => [status, 'refused'] as [number, string]),
    ...[500, 502, 504, 599].map((status) => [status, 'unknown'] as [number, string]),
  ];
  for (const [status, meaning] of expected) assert.equal(verdict(status), meaning, String(status));
  assert.equal(verdict(429, '7'), 'refused, 7000');
  assert.equal(verdict(503, 'Thu, 01 Jan 2026 00:01:00 GMT'), 'refused, 60000');
  assert.equal(verdict(503, 'Wed, 01 Jan 2025 00:01:00 GMT'), 'refused');
  assert.equal(verdict(500, 'soon'), 'unknown');
});

test('a redirect is not followed', async (t) => {
  const [other, receiver] = [await new Receiver(t).start(), await new Receiver(t).start()];
  receiver.mishaps = [(response) => response.writeHead(307, { location: other.url }).end()];
  const rung = await call(receiver.settings);
  assert.deepEqual([rung.outcome, other.requests], ['refused', []]);
});

test('nobody there is a refusal, a connection that breaks or an answer that does not come is not', async (t) => {
  const receiver = await new Receiver(t).start();
  receiver.mishaps = [(_, __, socket) => socket.destroy(), () => {}];
  const broken = await call(receiver.settings);
  assert.deepEqual([broken.outcome, /ECONNRESET/.test(JSON.stringify(broken))], ['unknown', true]);
  assert.deepEqual(await call({ ...receiver.settings, timeout: 1 }), {
    outcome: 'unknown',
    reason: 'no answer within 1 s',
  });
  await receiver.stop();
  assert.deepEqual(await call(receiver.settings), {
    outcome: 'refused',
    reason: 'nobody listens there (ECONNREFUSED)',
    isPermanent: false,
  });
  const nowhere = await call({ ...receiver.settings, url: 'https://nowhere.invalid/ring' });
  assert.equal(nowhere.outcome, 'refused');
});

test('a handshake that fails is a refusal: nobody has read anything', async (t) => {
  const plain = createServer(() => {}).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  t.after(() => plain.close());
  const url = `https://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
  assert.equal((await call({ url, secret })).outcome, 'refused');
});

test('a status is enough: words that never end are not waited for', async (t) => {
  const receiver = await new Receiver(t).start();
  receiver.mishaps = [
    (response) => {
      response.writeHead(418);
      const talk = setInterval(() => response.write('x'.repeat(1000)), 5);
      response.on('close', () => clearInterval(talk));
    },
  ];
  const rung = await call(receiver.settings);
  assert.ok(rung.outcome === 'refused' && rung.reason.length < 400);
});

test('settings: https, or http to this machine, and a secret that is one', () => {
  const problem = (settings: object) => {
    try {
      validate(webhookRinger.schema, settings);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const fine = ['https://example.com/x', 'http://localhost:1/', 'http://127.1.2.3/', 'http://[::1]:8080/'];
  for (const url of fine) assert.equal(problem({ url, secret }), '', url);
  assert.equal(problem({ url: 'http://example.com/', secret, allowHttp: true }), '');
  for (const url of ['http://example.com/', 'http://127.evil.example/', 'http://localhost.evil.example/'])
    assert.match(problem({ url, secret }), /"url" must be https/, url);
  assert.match(
    problem({ url: 'https://me:pw@example.com/', secret }),
    /"url" must not have a password in it/,
  );
  for (const url of ['ftp://example.com/', 'nonsense', 'file:///etc/passwd'])
    assert.match(problem({ url, secret }), /"url" must be an http or https address/, url);
  const url = 'https://example.com';
  for (const wrong of ['', 'hunter22', 'whsec_', 'whsec_c2hvcnQ=', `${secret} hunter22`]) {
    const found = problem({ url, secret: wrong });
    assert.match(found, /"secret" must be whsec_/);
    assert.ok(!found.includes('hunter22'));
  }
  assert.match(problem({ url }), /"secret" is missing/);
});

test('a check connects and asks nothing', async (t) => {
  const receiver = await new Receiver(t).start();
  const check = () => webhookRinger.check(validate(webhookRinger.schema, receiver.settings), 's', signal);
  assert.deepEqual(
    (await check()).map((step) => step.isFine),
    [true],
  );
  await receiver.stop();
  const [step] = await check();
  assert.deepEqual([step?.isFine, receiver.requests], [false, []]);
  assert.match(step?.detail ?? '', /ECONNREFUSED/);
});

function done(...steps: (() => void)[]): void {
  for (const step of steps) step();
}

const mishaps: [name: string, Mishap][] = [
  ['answers 500', (response) => response.writeHead(500).end('oops')],
  ['answers 500 after its work', (response, take) => done(take, () => response.writeHead(500).end())],
  ['is overloaded', (response) => response.writeHead(503, { 'retry-after': '1' }).end()],
  ['drops the connection', (_, __, socket) => socket.destroy()],
  ['drops the connection after its work', (_, take, socket) => done(take, () => socket.destroy())],
  ['is too slow, and does its work', (_, take) => take()],
  [
    'breaks off in its answer',
    (response, take, socket) => {
      take();
      socket.write('HTTP/1.1 20');
      socket.destroy();
      response.destroy();
    },
  ],
];
for (const [name, mishap] of mishaps) {
  test(`a receiver that ${name}: nothing lost, nothing doubled`, async (t) => {
    const { home, receiver } = await openHome(t);
    home.switchboard.set({
      session: SESSION,
      kind: 'webhook',
      settings: { ...receiver.settings, timeout: 1 },
      origin: 'user',
    });
    receiver.mishaps = [mishap, mishap];
    const first = home.tellSession('first');
    await until(() => receiver.requests.length === 1, 'the first request');
    const second = home.tellSession('second');
    for (const { id } of [first, second]) await home.settled(id);
    const told = receiver.taken.flatMap(({ payload }) =>
      (payload.data.notifications as { id: string }[]).map(({ id }) => id),
    );
    assert.deepEqual(told, [first.id, second.id]);
    assert.equal(receiver.requests.length, 4, 'two mishaps, and each once');
    assert.deepEqual(new Set(receiver.requests.slice(0, 3)).size, 1, 'the same id at every try');
  });
}

test('a receiver that is down when it happens is told when it is back', async (t) => {
  const { home, receiver } = await openHome(t);
  await receiver.stop();
  const { id } = home.tellSession('hello');
  await home.ring('waiting');
  await receiver.start();
  await home.settled(id);
  assert.equal(receiver.taken.length, 1);
});

test('a receiver with another secret: given up, visible, and told once the secret is mended', async (t) => {
  const { home, receiver } = await openHome(t);
  const wrong = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  home.switchboard.set({
    session: SESSION,
    kind: 'webhook',
    settings: { ...receiver.settings, secret: wrong },
    origin: 'user',
  });
  const { id } = home.tellSession('hello');
  const dead = await home.ring('dead');
  assert.equal(dead.reason, 'the receiver answered 401: the signature is wrong');
  home.switchboard.set({ session: SESSION, kind: 'webhook', settings: receiver.settings, origin: 'user' });
  await home.settled(id);
  assert.deepEqual(
    receiver.taken.map((one) => one.id),
    [dead.id],
  );
});

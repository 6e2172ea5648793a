import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { validate } from '../../../../src/base/validate.ts';
import { openclawRinger } from '../../../../src/ringers/kinds/openclaw/openclaw.ts';
import type { Ring, Rung } from '../../../../src/ringers/ringer.ts';

const ring: Ring = {
  id: 'ring_1',
  session: 'openclaw:agent:main:main',
  text: 'A text',
  notifications: [],
  createdAt: 0,
  attempts: 0,
};
const token = 'made-up-hook-token';
const { signal } = new AbortController();

type Reply = readonly [status: number, body: string | object, headers?: Record<string, string>] | 'drop';
type Asked = {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

/** Answers every request the same. */
async function serve(t: TestContext, reply: Reply): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    asked.push({ url: request.url, headers: request.headers, body: await json(request) });
    if (reply === 'drop') return void request.socket.destroy();
    const [status, body, headers] = reply;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, asked };
}

const settingsOf = (given: object): unknown =>
  validate(openclawRinger.schema, { token, ...given }, 'the settings');
const ringAt = (url: string, given: object = {}): Promise<Rung> =>
  openclawRinger.ring(settingsOf({ url, ...given }), ring, signal);

describe('a ring', () => {
  it('is a turn of the session, under its own id', async (t) => {
    const { url, asked } = await serve(t, [200, { ok: true, runId: 'run-1' }]);
    assert.deepEqual(await ringAt(url), { outcome: 'admitted' });
    assert.equal(asked[0]?.url, '/hooks/agent');
    assert.equal(asked[0]?.headers['idempotency-key'], 'ring_1');
    assert.equal(asked[0]?.headers.authorization, `Bearer ${token}`);
    assert.deepEqual(asked[0]?.body, {
      sessionKey: 'agent:main:main',
      message: 'A text',
      name: 'Ringback',
      sessionMode: 'persistent',
      deliver: false,
    });
  });

  it('has its answer sent where the settings say', async (t) => {
    const { url, asked } = await serve(t, [200, { ok: true, runId: 'run-1' }]);
    await ringAt(`${url}/`, { sessionKey: 'hook:mine', agentId: 'other', channel: 'irc', to: '#builds' });
    assert.equal(asked[0]?.url, '/hooks/agent');
    assert.deepEqual(asked[0]?.body, {
      sessionKey: 'hook:mine',
      agentId: 'other',
      message: 'A text',
      name: 'Ringback',
      sessionMode: 'persistent',
      deliver: true,
      channel: 'irc',
      to: '#builds',
    });
  });

  it('is an event in the mode wake', async (t) => {
    const { url, asked } = await serve(t, [200, { ok: true, mode: 'now', eventOutcome: 'queued' }]);
    assert.deepEqual(await ringAt(url, { mode: 'wake' }), { outcome: 'admitted' });
    assert.equal(asked[0]?.url, '/hooks/wake');
    assert.deepEqual(asked[0]?.body, { sessionKey: 'agent:main:main', text: 'A text', mode: 'now' });
  });

  const rows: readonly [about: string, Reply, Pick<Rung, 'outcome'> & { isPermanent?: boolean }][] = [
    ['that its policy forbids', [400, { ok: false, error: 'no' }], { outcome: 'refused', isPermanent: true }],
    ['with a wrong token', [401, 'Unauthorized'], { outcome: 'refused', isPermanent: true }],
    ['without hooks', [404, 'Not Found'], { outcome: 'refused', isPermanent: false }],
    ['of a session in the way', [409, { ok: false, error: 'x' }], { outcome: 'refused', isPermanent: false }],
    ['that is too long', [413, { ok: false, error: 'x' }], { outcome: 'refused', isPermanent: true }],
    ['without a place', [503, { ok: false, error: 'x' }], { outcome: 'refused', isPermanent: false }],
    ['to another program', [200, '<html>'], { outcome: 'refused', isPermanent: false }],
    ['over which it broke', [500, 'hook mapping failed'], { outcome: 'unknown' }],
    ['that was cut off', 'drop', { outcome: 'unknown' }],
    ['that is sent elsewhere', [307, '', { location: 'http://127.0.0.1:1/' }], { outcome: 'unknown' }],
  ];
  for (const [about, reply, expected] of rows) {
    it(`${about} is ${expected.outcome}${expected.isPermanent ? ' for good' : ''}`, async (t) => {
      const { url } = await serve(t, reply);
      const {
        reason,
        againInMs: _,
        ...rung
      } = (await ringAt(url)) as Rung & { reason: string; againInMs: number };
      assert.deepEqual(rung, expected);
      assert.notEqual(reason, '');
      assert.ok(!reason.includes(token));
    });
  }

  it('waits as long as it is asked to', async (t) => {
    const { url } = await serve(t, [429, 'Too Many Requests', { 'retry-after': '7' }]);
    const rung = (await ringAt(url)) as { againInMs: number };
    assert.equal(rung.againInMs, 7_000);
  });

  it('is refused for now where nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    assert.deepEqual(await ringAt(`http://127.0.0.1:${port}/hooks`), {
      outcome: 'refused',
      reason: 'OpenClaw is not there (ECONNREFUSED)',
      isPermanent: false,
    });
  });
});

describe('the check', () => {
  it('is fine when the token lets in what is then refused as empty', async (t) => {
    const { url, asked } = await serve(t, [400, { ok: false, error: 'message required' }]);
    const [step] = await openclawRinger.check(settingsOf({ url }), ring.session, signal);
    assert.equal(step?.isFine, true);
    assert.deepEqual(asked[0]?.body, {});
  });

  it('says what is wrong', async (t) => {
    const { url } = await serve(t, [401, 'Unauthorized']);
    const [step] = await openclawRinger.check(settingsOf({ url }), ring.session, signal);
    assert.equal(step?.isFine, false);
    assert.match(step?.detail ?? '', /hooks\.token/);
  });
});

describe('the settings', () => {
  for (const [about, given] of Object.entries({
    'a password in the address': { url: 'http://me:secret@127.0.0.1/hooks' },
    'another protocol': { url: 'file:///hooks' },
    'no token': { token: '' },
    'a channel without a recipient': { channel: 'irc' },
    'an unknown mode': { mode: 'later' },
  }))
    it(`refuse ${about}`, () => {
      assert.throws(() => settingsOf(given));
    });
});

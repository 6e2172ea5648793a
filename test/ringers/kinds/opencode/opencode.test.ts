import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as z from 'zod/mini';
import { removeFolder } from '../../../../src/base/remove-folder.ts';
import { opencodeRinger } from '../../../../src/ringers/kinds/opencode/opencode.ts';
import type { Ring, Rung } from '../../../../src/ringers/ringer.ts';

type Asked = { readonly method: string; readonly url: URL; readonly auth?: string; readonly body: string };
type Reply = { readonly status?: number; readonly body?: unknown } | 'cut';

const ring: Ring = {
  id: 'ring_0123456789ab',
  session: 'opencode:ses_one',
  text: 'It has ended.',
  notifications: [],
  createdAt: 0,
  attempts: 0,
};
const signal = new AbortController().signal;
const user = { role: 'user', agent: 'plan', model: { providerID: 'p', modelID: 'm', variant: 'high' } };

/** What an opencode would answer, by the paths that it knows. The real one is in test/agents/. */
class Fake {
  readonly asked: Asked[] = [];
  readonly server: Server;
  /** Messages of the first API; what is prompted there is added. */
  messages: object[] = [{ info: user, parts: [{ id: 'prt_1' }] }];
  replies: Record<string, (asked: Asked) => Reply> = {
    'GET /session/ses_one': () => ({ body: { id: 'ses_one', title: 'Work', directory: '/work/one' } }),
    'GET /session/ses_one/message': () => ({ body: this.messages }),
    'POST /session/ses_one/prompt_async': ({ body }) => {
      this.messages.push({ info: { role: 'user' }, parts: JSON.parse(body).parts });
      return { status: 204 };
    },
  };

  private constructor() {
    this.server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      const url = new URL(request.url ?? '/', 'http://fake');
      const { method = '', headers } = request;
      const asked = { method, url, body, ...(headers.authorization && { auth: headers.authorization }) };
      this.asked.push(asked);
      // What it does not know is a page of its web interface.
      const reply = this.replies[`${method} ${url.pathname}`]?.(asked) ?? { body: '<!doctype html>' };
      if (reply === 'cut') return void request.socket.destroy();
      const said = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status ?? 200).end(said);
    });
  }

  static async start(t: TestContext, place: ListenOptions = { host: '127.0.0.1', port: 0 }): Promise<Fake> {
    const fake = new Fake();
    fake.server.listen(place);
    await once(fake.server, 'listening');
    t.after(() => fake.stop());
    return fake;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  ring(settings: object = {}): Promise<Rung> {
    return opencodeRinger.ring({ url: this.url, ...settings }, ring, signal);
  }

  posted(): Asked[] {
    return this.asked.filter(({ method }) => method === 'POST');
  }
}

test('prompts the conversation of the windows, as nobody’s words, in the manner in which it goes on', async (t) => {
  const fake = await Fake.start(t);
  assert.deepEqual(await fake.ring(), { outcome: 'admitted' });
  const [post, ...more] = fake.posted();
  assert.deepEqual(more, []);
  assert.equal(post?.url.searchParams.get('directory'), '/work/one');
  assert.deepEqual(JSON.parse(post?.body ?? ''), {
    agent: 'plan',
    model: { providerID: 'p', modelID: 'm' },
    variant: 'high',
    parts: [{ id: 'prt_ring_0123456789ab', type: 'text', text: 'It has ended.', synthetic: true }],
  });
});

test('a yes is not believed before the prompt is among the messages', async (t) => {
  const fake = await Fake.start(t);
  let looks = 0;
  const told = fake.replies['POST /session/ses_one/prompt_async'];
  fake.replies['POST /session/ses_one/prompt_async'] = () => ({ status: 204 });
  fake.replies['GET /session/ses_one/message'] = (asked) => {
    if (++looks === 4) told?.(fake.posted()[0] ?? asked);
    return { body: fake.messages };
  };
  assert.deepEqual(await fake.ring(), { outcome: 'admitted' });
  assert.equal(looks, 4);
});

test('what broke off after the prompt may have arrived, and is looked for', async (t) => {
  const fake = await Fake.start(t);
  const take = fake.replies['POST /session/ses_one/prompt_async'];
  assert.equal(await opencodeRinger.lookUp?.({ url: fake.url }, ring, signal), 'absent');
  fake.replies['POST /session/ses_one/prompt_async'] = (asked) => {
    take?.(asked);
    return 'cut';
  };
  assert.equal((await fake.ring()).outcome, 'unknown');
  assert.equal(await opencodeRinger.lookUp?.({ url: fake.url }, ring, signal), 'present');
});

test('an opencode that goes right after its yes may have kept it', async (t) => {
  const fake = await Fake.start(t);
  fake.replies['POST /session/ses_one/prompt_async'] = () => {
    fake.server.close();
    fake.replies = {};
    fake.replies['GET /session/ses_one/message'] = () => ({ status: 404, body: {} });
    return { status: 204 };
  };
  assert.equal((await fake.ring()).outcome, 'unknown');
});

const refusals: readonly [string, string, Reply, boolean][] = [
  ['a session that is not there', 'GET /session/ses_one', { status: 404, body: {} }, true],
  ['another password', 'GET /session/ses_one', { status: 401, body: {} }, true],
  ['an opencode in trouble', 'GET /session/ses_one', { status: 500, body: {} }, false],
  ['something else at the port', 'GET /session/ses_one', { body: '<html>' }, false],
  ['a break before the prompt', 'GET /session/ses_one', 'cut', false],
  ['a prompt that it does not want', 'POST /session/ses_one/prompt_async', { status: 400, body: {} }, true],
];
for (const [name, path, reply, isPermanent] of refusals) {
  test(`refused ${isPermanent ? 'for good' : 'for now'}: ${name}`, async (t) => {
    const fake = await Fake.start(t);
    fake.replies[path] = () => reply;
    const rung = await fake.ring();
    assert.equal(rung.outcome, 'refused');
    assert.equal(rung.outcome === 'refused' && rung.isPermanent, isPermanent);
  });
}

test('nobody there is refused for now, and names the place', async (t) => {
  const fake = await Fake.start(t);
  const { url } = fake;
  fake.stop();
  const rung = await opencodeRinger.ring({ url }, ring, signal);
  assert.deepEqual(rung, {
    outcome: 'refused',
    reason: `no opencode at ${new URL(url).host}`,
    isPermanent: false,
  });
  const nowhere = await opencodeRinger.ring({ socket: '/nowhere/x.sock' }, ring, signal);
  assert.deepEqual(nowhere, {
    outcome: 'refused',
    reason: 'no opencode at /nowhere/x.sock',
    isPermanent: false,
  });
});

test('a conversation of the second API is prompted there, under one id, and only what it admits counts', async (t) => {
  const fake = await Fake.start(t);
  fake.messages = [];
  fake.replies['GET /api/session/ses_one/message'] = () => ({ body: { data: [{ id: 'msg_1' }] } });
  fake.replies['POST /api/session/ses_one/prompt'] = ({ body }) => ({ body: { data: JSON.parse(body) } });
  fake.replies['GET /api/model'] = () => ({ body: { data: [] } });
  assert.equal((await fake.ring()).outcome, 'refused', 'not before it can give it a turn');
  assert.deepEqual(fake.posted(), []);
  fake.replies['GET /api/model'] = () => ({ body: { data: [{}] } });
  assert.deepEqual(await fake.ring(), { outcome: 'admitted' });
  assert.deepEqual(JSON.parse(fake.posted()[0]?.body ?? ''), {
    id: 'msg_ring_0123456789ab',
    prompt: { text: 'It has ended.' },
    delivery: 'queue',
  });
  fake.replies['POST /api/session/ses_one/prompt'] = () => ({ status: 409, body: {} });
  assert.equal((await fake.ring()).outcome, 'refused');
  fake.replies['POST /api/session/ses_one/prompt'] = () => ({ body: '<html>' });
  assert.equal((await fake.ring()).outcome, 'unknown');
});

test('waits for the end of a turn, in either API', async (t) => {
  for (const api of ['v1', 'v2']) {
    const fake = await Fake.start(t);
    let looks = 0;
    const isBusy = () => ++looks < 3;
    fake.replies['GET /session/status'] = () => ({ body: isBusy() ? { ses_one: { type: 'busy' } } : {} });
    if (api === 'v2') {
      fake.messages = [];
      fake.replies['GET /api/session/ses_one/message'] = () => ({ body: { data: [{}] } });
      fake.replies['GET /api/session/active'] = () => ({
        body: { data: isBusy() ? { ses_one: { type: 'running' } } : {} },
      });
    }
    await opencodeRinger.whenIdle?.({ url: fake.url }, ring.session, signal);
    assert.equal(looks, 3, api);
  }
});

test('what a subagent started is told to the conversation that it worked for', async (t) => {
  const fake = await Fake.start(t);
  fake.replies['GET /session/ses_child'] = () => ({ body: { id: 'ses_child', parentID: 'ses_one' } });
  const child = { ...ring, session: 'opencode:ses_child' };
  assert.equal((await opencodeRinger.ring({ url: fake.url }, child, signal)).outcome, 'admitted');
  assert.equal(fake.posted()[0]?.url.pathname, '/session/ses_one/prompt_async');
});

test('is reached through a socket, and with a password', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-opencode-kind-'));
  t.after(() => removeFolder(folder));
  const socket = join(folder, 'x.sock');
  const fake = await Fake.start(t, { path: socket });
  const place = { socket, password: 'made-up' };
  assert.equal((await opencodeRinger.ring(place, ring, signal)).outcome, 'admitted');
  assert.equal(fake.asked[0]?.auth, `Basic ${Buffer.from('opencode:made-up').toString('base64')}`);
  const steps = await opencodeRinger.check(place, ring.session, signal);
  assert.deepEqual(
    steps.map(({ name, isFine }) => `${name} ${isFine}`),
    ['opencode true', 'session true', 'api true'],
  );
});

test('settings name one place, without a password in it', () => {
  const isFine = (settings: object) => z.safeParse(opencodeRinger.schema, settings).success;
  assert.ok(isFine({ url: 'http://localhost:4096', password: 'x', directory: '/x' }));
  assert.ok(isFine({ url: 'https://box.example/opencode' }));
  assert.ok(isFine({ socket: '/run/x.sock' }));
  assert.ok(!isFine({}));
  assert.ok(!isFine({ url: 'http://localhost:4096', socket: '/run/x.sock' }));
  assert.ok(!isFine({ url: 'http://me:secret@localhost:4096' }));
  assert.ok(!isFine({ url: 'file:///etc/passwd' }));
});

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { validate } from '../../../../src/base/validate.ts';
import { codexRinger } from '../../../../src/ringers/kinds/codex/codex.ts';
import type { Ring, Rung } from '../../../../src/ringers/ringer.ts';
import { type Reply, ScriptedAppServer } from '../../fixtures/scripted-app-server.ts';

const thread = '01a1ddec-ce39-7680-b535-62d047321a19';
const ring: Ring = {
  id: 'ring_1',
  session: `codex:${thread}`,
  text: 'A text',
  notifications: [],
  createdAt: 0,
  attempts: 0,
};
const { signal } = new AbortController();

const settingsOf = (given: object): unknown => validate(codexRinger.schema, given, 'the settings');
const refuse = (code: number, message: string): Reply => ({ error: { code, message } });
const page = (data: readonly object[], nextCursor: string | null = null): Reply => ({
  result: { data, nextCursor },
});
const said = (clientId: string) => ({ status: 'completed', items: [{ type: 'userMessage', clientId }] });
const status = (type: string): Reply => ({ result: { thread: { status: { type } } } });

async function open(t: TestContext, script: Record<string, Reply[]>): Promise<ScriptedAppServer> {
  const server = await ScriptedAppServer.start((clean) => t.after(clean));
  Object.assign(server.script, script);
  return server;
}

describe('a ring', () => {
  it('is admitted when Codex has queued it', async (t) => {
    const server = await open(t, { 'thread/queue/add': [{ result: {} }] });
    server.frameBytes = 3;
    const text = 'long '.repeat(20_000);
    const rung = await codexRinger.ring(settingsOf({ url: server.url }), { ...ring, text }, signal);
    assert.deepEqual(rung, { outcome: 'admitted' });
    assert.deepEqual(server.asked.at(-1), {
      method: 'thread/queue/add',
      params: {
        threadId: thread,
        clientUserMessageId: 'ring_1',
        input: [{ type: 'text', text, text_elements: [] }],
      },
    });
  });

  const rows: readonly [about: string, Reply, Pick<Rung, 'outcome'> & { isPermanent?: boolean }][] = [
    [
      'of a thread that is not there',
      refuse(-32_603, 'x: no rollout found for thread id 7'),
      { outcome: 'refused', isPermanent: true },
    ],
    [
      'of a thread that takes none',
      refuse(-32_600, 'ephemeral thread'),
      { outcome: 'refused', isPermanent: true },
    ],
    [
      'of a Codex without a queue',
      refuse(-32_601, 'no such method'),
      { outcome: 'refused', isPermanent: true },
    ],
    ['that comes at a bad time', refuse(-32_001, 'overloaded'), { outcome: 'refused', isPermanent: false }],
    ['over which Codex broke', refuse(-32_603, 'the disk is full'), { outcome: 'unknown' }],
    ['that was cut off', 'drop', { outcome: 'unknown' }],
  ];
  for (const [about, reply, expected] of rows) {
    it(`${about} is ${expected.outcome}${expected.isPermanent ? ' for good' : ''}`, async (t) => {
      const server = await open(t, { 'thread/queue/add': [reply] });
      const { reason, ...rung } = (await codexRinger.ring(
        settingsOf({ url: server.url }),
        ring,
        signal,
      )) as Rung & {
        reason: string;
      };
      assert.deepEqual(rung, expected);
      assert.notEqual(reason, '');
    });
  }

  it('is refused, not for good, where nobody listens or the greeting is cut off', async (t) => {
    const settings = settingsOf({ url: 'unix:///nowhere/app-server-control.sock' });
    const nobody = await codexRinger.ring(settings, ring, signal);
    assert.equal(nobody.outcome === 'refused' && !nobody.isPermanent, true);
    const server = await open(t, { initialize: ['drop'] });
    const cut = await codexRinger.ring(settingsOf({ url: server.url }), ring, signal);
    assert.equal(cut.outcome === 'refused' && !cut.isPermanent, true);
  });

  it('carries the token in a header, and is refused for good where it is wrong', async (t) => {
    const server = await open(t, {});
    server.refusesWith = 401;
    const rung = await codexRinger.ring(settingsOf({ url: server.url, token: 'made-up' }), ring, signal);
    assert.equal(rung.outcome === 'refused' && rung.isPermanent, true);
    assert.equal(server.headers[0]?.authorization, 'Bearer made-up');
    assert.doesNotMatch(JSON.stringify(rung), /made-up/);
  });

  it('opens a closed thread only where that is allowed', async (t) => {
    const script = { 'thread/queue/add': [{ result: {} }], 'thread/read': [status('notLoaded')] };
    for (const resume of [true, 'true', false]) {
      const server = await open(t, script);
      await codexRinger.ring(settingsOf({ url: server.url, resume }), ring, signal);
      assert.equal(server.methods().includes('thread/resume'), resume !== false);
    }
  });
});

describe('looking for a ring', () => {
  const rows: readonly [about: string, found: string, Record<string, Reply[]>][] = [
    [
      'in the queue',
      'present',
      {
        'thread/queue/list': [
          page([{ clientUserMessageId: 'other' }], 'next'),
          page([{ clientUserMessageId: 'ring_1' }]),
        ],
      },
    ],
    [
      'among what was said',
      'present',
      {
        'thread/queue/list': [page([])],
        'thread/turns/list': [page([said('other')], 'next'), page([said('ring_1')])],
      },
    ],
    [
      'on its way from the one to the other',
      'present',
      { 'thread/queue/list': [page([])], 'thread/turns/list': [page([]), page([said('ring_1')])] },
    ],
    ['nowhere', 'absent', { 'thread/queue/list': [page([])], 'thread/turns/list': [page([said('other')])] }],
    [
      'while a turn begins',
      'unknown',
      { 'thread/queue/list': [page([])], 'thread/turns/list': [page([{ status: 'inProgress', items: [] }])] },
    ],
    [
      'in a thread that is not there',
      'absent',
      { 'thread/queue/list': [refuse(-32_603, 'no rollout found')] },
    ],
  ];
  for (const [about, expected, script] of rows) {
    it(`${about} finds it ${expected}`, async (t) => {
      const server = await open(t, script);
      assert.equal(await codexRinger.lookUp?.(settingsOf({ url: server.url }), ring, signal), expected);
    });
  }

  it('fails where nobody can be asked', async () => {
    const settings = settingsOf({ url: 'unix:///nowhere/app-server-control.sock' });
    await assert.rejects(
      async () => codexRinger.lookUp?.(settings, ring, signal),
      /no app-server of Codex listens/,
    );
  });
});

describe('a thread', () => {
  it('is busy while it has a turn, or an earlier ring in its queue', async (t) => {
    const server = await open(t, {
      'thread/read': [status('active'), status('idle')],
      'thread/queue/list': [
        page([{ clientUserMessageId: 'ring_0' }]),
        page([{ clientUserMessageId: 'of a person' }]),
      ],
    });
    server.announces = 'thread/status/changed';
    await codexRinger.whenIdle?.(settingsOf({ url: server.url }), ring.session, signal);
    const looked = server.methods().filter((method) => method.startsWith('thread/'));
    assert.deepEqual(looked, [
      'thread/read',
      'thread/read',
      'thread/queue/list',
      'thread/read',
      'thread/queue/list',
    ]);
  });

  it('is no longer waited for when the line is closed', async (t) => {
    const server = await open(t, { 'thread/read': [status('active')] });
    const closing = new AbortController();
    const waiting = codexRinger.whenIdle?.(settingsOf({ url: server.url }), ring.session, closing.signal);
    setTimeout(() => closing.abort(), 50);
    await assert.rejects(async () => waiting);
  });
});

it('is reached on this machine only', () => {
  for (const url of [
    'wss://127.0.0.1:1',
    'ws://10.0.0.1:1',
    'ws://example.org:80',
    'http://127.0.0.1:1',
    'unix://relative',
  ])
    assert.throws(() => settingsOf({ url }), /must be unix/, url);
  for (const url of ['unix://', 'unix:///a/socket', 'ws://127.0.0.1:1', 'ws://localhost:1/', 'ws://[::1]:1'])
    assert.doesNotThrow(() => settingsOf({ url }), url);
});

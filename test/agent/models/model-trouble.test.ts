import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { ModelError, type ModelTrouble } from '../../../src/agent/model.ts';
import { toModelError } from '../../../src/agent/models/model-trouble.ts';
import type { ModelApi } from '../../../src/base/config.ts';
import type { Turn } from '../../testbed/model/script.ts';
import { apis, ask, KEY, open, user, withStandIn } from './dialects.ts';

type Row = readonly [what: string, turn: Turn, trouble: ModelTrouble, message: RegExp, retryAfterMs?: number];

const rows: readonly Row[] = [
  [
    'a limit, with when to ask again',
    { status: 429, headers: { 'retry-after': '7' }, error: { message: 'Slow down' } },
    'again',
    /^The provider limits how often it is asked \(429\): Slow down\.$/,
    7_000,
  ],
  [
    "a limit, with Google's words",
    {
      status: 429,
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }],
      },
    },
    'again',
    /limits how often/,
    34_000,
  ],
  ['an overload', { status: 529, error: { message: 'Overloaded' } }, 'again', /\(529\): Overloaded/],
  [
    'a failure of the server',
    { status: 500, headers: { 'retry-after-ms': '250' }, error: { message: 'Oops' } },
    'again',
    /\(500\): Oops\./,
    250,
  ],
  ['a connection that is lost', { begins: 'Once', ends: 'lost' }, 'again', /broke off/],
  ['an answer that ends too early', { begins: 'Once', ends: 'closed' }, 'again', /broke off/],
  [
    'a key that is wrong',
    { status: 401, error: { message: `Incorrect key ${KEY}`, code: 'invalid_api_key' } },
    'never',
    /does not accept the key in SOME_KEY \(401\)\. Put a valid one there/,
  ],
  [
    'something that is not allowed',
    { status: 403, error: { message: `${KEY} may not do this` } },
    'never',
    /\(403\): … may not do this\. See what the key/,
  ],
  [
    'a model that is not known',
    { status: 404, error: { message: 'no such model' } },
    'never',
    /has no model .*\(404\): no such model\. Choose another model/,
  ],
  [
    'a provider that has moved',
    { status: 308, headers: { location: 'https://new.example/v1' }, error: {} },
    'never',
    /has moved to https:\/\/new\.example\/v1 \(308\)\. Correct the baseUrl/,
  ],
  [
    'an account without credit',
    { status: 429, error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
    'never',
    /wants to be paid first: You exceeded your quota\. Add credit/,
  ],
  [
    'an account without credit, as Anthropic says it',
    { status: 400, error: { message: 'Your credit balance is too low' } },
    'never',
    /wants to be paid first/,
  ],
  [
    'a key that is wrong, as Google says it',
    { status: 400, error: { message: 'API key not valid. Please pass a valid API key.' } },
    'never',
    /does not accept the key in SOME_KEY/,
  ],
  [
    'a conversation that is too long',
    { status: 400, error: { message: "This model's maximum context length is 8192 tokens." } },
    'too_long',
    /too long for .*\/.*: This model's maximum/,
  ],
  [
    'a conversation that is too long, as Anthropic says it',
    { status: 400, error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } },
    'too_long',
    /210000 tokens/,
  ],
  [
    'a request that is wrong',
    { status: 400, error: { message: 'tools.0.name is bad' } },
    'never',
    /refused the request \(400\): tools\.0\.name is bad/,
  ],
];

/** What the user says about such troubles is none. */
const question = user('go: invalid api key, insufficient_quota, maximum context length');

async function troubleOf(api: ModelApi, turn: Turn): Promise<ModelError> {
  let error: unknown;
  await withStandIn(api, async (standIn, model) => {
    standIn.script('go', [turn]);
    error = await ask(model, [question]).catch((reason: unknown) => reason);
    assert.equal(standIn.requests.length, 1, 'it is asked once');
  });
  assert.ok(error instanceof ModelError, String(error));
  return error;
}

for (const api of apis) {
  describe(`asked as ${api}, told plainly`, () => {
    for (const [what, turn, trouble, message, retryAfterMs] of rows)
      test(what, async () => {
        const error = await troubleOf(api, turn);
        assert.equal(error.trouble, trouble, error.message);
        assert.match(error.message, message);
        assert.equal(error.retryAfterMs, retryAfterMs);
        assert.ok(!error.message.includes(KEY), error.message);
      });

    test('a server that is not there', async () => {
      const model = await open(api, `http://127.0.0.1:${await unusedPort()}`);
      await assert.rejects(ask(model, [question]), (error: ModelError) => {
        assert.equal(error.trouble, 'again');
        assert.match(error.message, /^The provider cannot be reached at http:.*ECONNREFUSED.*Is it running/);
        return true;
      });
    });
  });
}

test('what comes in the middle of a stream is told like the rest', () => {
  const provider = { name: 'p', title: 'The provider', api: 'chat', keyVariables: [] } as const;
  const asked = { provider, model: 'm', key: undefined };
  const overloaded = toModelError({ type: 'overloaded_error', message: 'Overloaded' }, asked);
  assert.equal(overloaded.trouble, 'again');
  assert.equal(overloaded.message, 'The answer of The provider broke off: Overloaded.');
  assert.equal(toModelError({ error: { code: 'context_length_exceeded' } }, asked).trouble, 'too_long');
  assert.equal(toModelError({ code: 'insufficient_quota', message: 'Pay' }, asked).trouble, 'never');
  assert.equal(toModelError('strange', asked).trouble, 'again');
});

/** One that was free a moment ago. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelMessage } from '../../../src/agent/model.ts';
import { SEAL, tokens } from '../../testbed/model/types.ts';
import { apis, ask, user, withStandIn } from './dialects.ts';

const usage = { inputTokens: tokens.input, cachedTokens: tokens.cached, outputTokens: tokens.output };
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

for (const api of apis) {
  describe(`a step, asked as ${api}`, () => {
    test('is said in the pieces that come, and is whole at its end', () =>
      withStandIn(api, async (standIn, model) => {
        standIn.script('greet', [{ pieces: ['Hel', 'lo', ' there.'] }]);
        const { heard, content, finish, usage: used } = await ask(model, [user('greet me')]);
        assert.deepEqual(heard, ['Hel', 'lo', ' there.']);
        assert.deepEqual(
          content.map((part) => part.type === 'text' && part.text),
          ['Hello there.'],
        );
        assert.equal(finish, 'said');
        assert.deepEqual(used, usage);
        const [request] = standIn.requests;
        assert.deepEqual(
          request?.said.map(({ by, text }) => [by, text]),
          [
            ['system', 'You build things.'],
            ['user', 'greet me'],
          ],
        );
        assert.deepEqual(request?.tools, ['build']);
      }));

    test('calls tools under our ids, and gets their answers under these', () =>
      withStandIn(api, async (standIn, model) => {
        const calls = ['all', 'docs'].map((target) => ({ tool: 'build', input: { target } }));
        standIn.script('make', [{ pieces: ['On it.'], calls }, 'Done.']);
        const { content, finish } = await ask(model, [user('make all')]);
        assert.equal(finish, 'calls');
        assert.deepEqual(
          content.flatMap((part) => (part.type === 'call' ? [[part.id, part.tool, part.input]] : [])),
          [
            ['conv_1-2-0', 'build', { target: 'all' }],
            ['conv_1-2-1', 'build', { target: 'docs' }],
          ],
        );
        const answers: ModelMessage = {
          role: 'tool',
          content: [
            { type: 'answer', id: 'conv_1-2-0', tool: 'build', output: 'built all', isError: false },
            { type: 'answer', id: 'conv_1-2-1', tool: 'build', output: 'no docs here', isError: true },
          ],
        };
        const next = await ask(model, [user('make all'), { role: 'assistant', content }, answers]);
        assert.deepEqual(next.heard, ['Done.']);
        const { news = [], body } = standIn.requests[1] ?? {};
        assert.deepEqual(
          news.map(({ by }) => by),
          ['tool', 'tool'],
        );
        assert.match(news[0]?.text ?? '', /built all/);
        assert.match(news[1]?.text ?? '', /no docs here/);
        // Gemini knows calls by their order.
        if (api !== 'google') assert.equal(JSON.stringify(body).match(/conv_1-2-1/g)?.length, 2);
        assert.match(JSON.stringify(body), /On it\./);
      }));

    test('sends thoughts back as they were sealed', () =>
      withStandIn(api, async (standIn, model) => {
        const call = { tool: 'build', input: { target: 'all' } };
        standIn.script('think', [{ thought: 'Which one?', calls: [call] }, 'Done.']);
        const { content, heard } = await ask(model, [user('think')]);
        assert.deepEqual(heard, []);
        assert.equal(content[0]?.type === 'reasoning' && content[0].text, 'Which one?');
        // As it is stored in between.
        const stored = JSON.parse(JSON.stringify(content)) as typeof content;
        await ask(model, [
          user('think'),
          { role: 'assistant', content: stored },
          {
            role: 'tool',
            content: [{ type: 'answer', id: 'conv_1-2-0', tool: 'build', output: '', isError: false }],
          },
        ]);
        const body = JSON.stringify(standIn.requests[1]?.body);
        assert.match(body, /Which one\?/);
        // Nobody seals chat completions.
        if (api !== 'chat') assert.ok(body.includes(SEAL), body);
      }));

    test('does not show a thought that another provider sealed', () =>
      withStandIn(api, async (standIn, model) => {
        standIn.script('go on', ['Yes.']);
        const seal = { another: { signature: 'x' } };
        await ask(model, [
          user('begin'),
          { role: 'assistant', content: [{ type: 'reasoning', text: 'Hidden.', seal }] },
          user('go on'),
        ]);
        assert.doesNotMatch(JSON.stringify(standIn.requests[0]?.body), /Hidden/);
      }));

    test('shows images', () =>
      withStandIn(api, async (standIn, model) => {
        standIn.script('look', ['A pixel.']);
        const image = { type: 'image', mediaType: 'image/png', data: pixel } as const;
        await ask(model, [{ role: 'user', content: [{ type: 'text', text: 'look' }, image] }]);
        assert.ok(JSON.stringify(standIn.requests[0]?.body).includes(pixel));
      }));

    test('says that it was cut off by its length', () =>
      withStandIn(api, async (standIn, model) => {
        standIn.script('tell', [{ pieces: ['Once upon'], isTooLong: true }]);
        assert.equal((await ask(model, [user('tell me')])).finish, 'length');
      }));

    test('ends when it is aborted', () =>
      withStandIn(api, async (standIn, model) => {
        standIn.script('wait', [{ begins: 'Wait', ends: 'never' }]);
        const abort = new AbortController();
        const reason = new Error('stopped by the user');
        const step = ask(model, [user('wait')], { signal: abort.signal, onText: () => abort.abort(reason) });
        await assert.rejects(step, reason);
      }));
  });
}

test('Anthropic is told up to where to remember', () =>
  withStandIn('anthropic', async (standIn, model) => {
    standIn.script('greet', ['Hello.']);
    await ask(model, [user('greet me')]);
    assert.equal(JSON.stringify(standIn.requests[0]?.body).match(/"cache_control"/g)?.length, 2);
  }));

test('OpenAI keeps nothing of it', () =>
  withStandIn('openai', async (standIn, model) => {
    standIn.script('greet', ['Hello.']);
    await ask(model, [user('greet me')]);
    const { store, include } = standIn.requests[0]?.body ?? {};
    assert.equal(store, false);
    assert.deepEqual(include, ['reasoning.encrypted_content']);
  }));

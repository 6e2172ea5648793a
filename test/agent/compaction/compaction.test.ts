import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { recallTool } from '../../../src/agent/compaction/recall.ts';
import { searchConversation } from '../../../src/agent/compaction/search.ts';
import { summaryInstructions } from '../../../src/agent/compaction/words.ts';
import { type Model, ModelError, type ModelRequest } from '../../../src/agent/model.ts';
import { until } from '../../until.ts';
import { openAlone, tool } from '../support/alone.ts';
import { scriptedModel, textOf } from '../support/scripted-model.ts';

const isSummary = ({ instructions }: ModelRequest) => instructions === summaryInstructions;

/** Says `ok` to everything, and `short` for a summary; takes so many tokens, of which a character is one. */
function shortModel(contextTokens: number | undefined, change: Partial<Model> = {}) {
  const asked: ModelRequest[] = [];
  const inner = scriptedModel((request) => (isSummary(request) ? 'short' : 'ok'));
  const model: Model = {
    ...inner,
    ...(contextTokens !== undefined && { contextTokens }),
    async step(request, options) {
      asked.push(request);
      const inputTokens = JSON.stringify(request.messages).length;
      const step = await inner.step(request, options);
      return { ...step, usage: { ...step.usage, inputTokens } };
    },
    ...change,
  };
  return { model, asked };
}

function open(t: TestContext, model: Model) {
  const running = async () => ['proc_1: make'];
  const scene = openAlone(t, { model, running, tools: async () => [tool({})] });
  scene.run();
  return {
    ...scene,
    async say(id: string, text: string) {
      await scene.running.send(id, text);
      const { store } = scene;
      await until(
        () => store.view(scene.id).turn === undefined && store.view(scene.id).queued.person === 0,
        text,
      );
    },
    kinds: () => scene.store.itemsBefore(scene.id, undefined, 99).map(({ kind }) => kind),
  };
}

test('a long conversation is summarised before the next question; its exact text stays, and can be recalled', async (t) => {
  const { model, asked } = shortModel(2_000);
  const scene = open(t, model);
  const { store, id } = scene;
  await scene.say('1', `the secret word is swordfish ${'a'.repeat(1000)}`);
  await scene.say('2', 'b'.repeat(600));
  assert.equal(store.lastSummary(id), undefined);
  assert.equal(store.view(id).compaction, 'wanted');
  await scene.say('3', 'and now?');
  assert.deepEqual(scene.kinds(), ['person', 'step', 'person', 'step', 'person', 'summary', 'step']);
  const summary = asked.find(isSummary);
  assert.match(textOf(summary?.messages[0]), /^PERSON: the secret word is swordfish/);
  assert.deepEqual(summary?.tools, []);
  const last = asked.at(-1);
  const shown = textOf(last?.messages[0]);
  assert.match(shown, /^\[Summary\] .*recall.*short.*proc_1: make/s);
  assert.doesNotMatch(JSON.stringify(last?.messages), /swordfish/);
  assert.equal(textOf(last?.messages.at(-1)), 'and now?');
  assert.deepEqual(
    [asked[0]?.tools.map(({ name }) => name), last?.tools.map(({ name }) => name)],
    [['tool'], ['tool', 'recall']],
  );
  const recall = await recallTool(store, id).execute(
    { pattern: 'SWORDFISH' },
    { id: 'proc_1', isRepeat: false, signal: AbortSignal.timeout(1000) },
  );
  assert.match(recall.output, /^\[1, person\] the secret word is swordfish/);
  assert.deepEqual(
    searchConversation(store, id, '/sw.rd.ish/', 5).map(({ kind, position }) => [kind, position]),
    [['person', 1]],
  );
  // Its cost counts.
  assert.equal(store.summary(id)?.cost.toFixed(3), '0.004');
});

test('what the model refuses as too long is summarised, and asked again', async (t) => {
  const { model, asked } = shortModel(undefined);
  const { step } = model;
  const scene = open(t, {
    ...model,
    async step(request, options) {
      const size = JSON.stringify(request.messages).length;
      if (size > 2_000) throw new ModelError('too_long', 'Too long.');
      return step(request, options);
    },
  });
  await scene.say('1', 'a'.repeat(1500));
  await scene.say('2', 'b'.repeat(700));
  assert.equal(textOf(scene.store.history(scene.id).at(-1)), 'ok');
  assert.equal(asked.filter(isSummary).length, 1);
  await scene.say('3', 'c'.repeat(3000));
  assert.match(scene.store.lastFailure(scene.id) ?? '', /too long for the model/);
});

test('a person can ask for a summary; there is nothing to summarise in nothing', async (t) => {
  const { model, asked } = shortModel(undefined);
  const scene = open(t, model);
  const { store, id } = scene;
  const compact = async () => {
    scene.running.compact();
    await until(() => store.view(id).compaction === undefined && store.view(id).turn === undefined, 'done');
  };
  await compact();
  assert.deepEqual([asked.length, store.lastFailure(id)], [0, undefined]);
  await scene.say('1', 'a');
  await scene.say('2', 'b');
  await compact();
  assert.deepEqual(scene.kinds(), ['person', 'step', 'person', 'step', 'summary']);
  assert.deepEqual([asked.length, store.history(id).length], [3, 2]);
});

test('where no summary can be had, what is only long goes on without, and asks once in a turn', async (t) => {
  const { model, asked } = shortModel(500);
  const { step } = model;
  let tries = 0;
  const scene = open(t, {
    ...model,
    async step(request, options) {
      if (!isSummary(request)) return step(request, options);
      tries += 1;
      throw new ModelError('never', 'No.');
    },
  });
  await scene.say('1', 'a'.repeat(500));
  await scene.say('2', 'b');
  assert.deepEqual([tries, asked.length, scene.store.lastFailure(scene.id)], [1, 2, undefined]);
  assert.equal(scene.store.view(scene.id).compaction, undefined);
  scene.running.compact();
  await until(() => scene.store.lastFailure(scene.id) !== undefined, 'who asks for it is told');
  assert.equal(scene.store.lastFailure(scene.id), 'No.');
});

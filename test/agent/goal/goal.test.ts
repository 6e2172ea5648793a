import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../until.ts';
import { bounds, GoalScene, type Judged } from './scene.ts';

test('a goal that is not reached goes on, and is done when the judge says so', async (t) => {
  const goal = new GoalScene(
    t,
    {
      verdicts: [{ verdict: 'continue', reason: 'the second half is missing' }, { verdict: 'continue' }],
    },
    'alone',
  );
  goal.set('count to three');
  await goal.becomes('done');
  assert.deepEqual(goal.events, [
    'set',
    ...['goal', 'step', 'judged continue'],
    ...['goal', 'step', 'judged continue'],
    ...['goal', 'step', 'judged done', 'done'],
  ]);
  assert.match(goal.told[0] ?? '', /^\[GOAL: the person has set this goal.*count to three$/s);
  assert.match(
    goal.told[1] ?? '',
    /^\[GOAL: it is not reached yet.*the second half is missing.*count to three$/s,
  );
  assert.match(
    goal.judged[0] ?? '',
    /THE GOAL:\ncount to three\n.*YOU: worked.*PROCESSES THAT RUN NOW.*none/s,
  );
  assert.equal(goal.goal?.spent.turns, 3);
});

for (const [name, bound, taken] of [
  ['turns', { ...bounds, turns: 2 }, /It may take 2 turns, and has taken them/],
  ['tokens', { ...bounds, tokens: 40 }, /It may take 40 tokens, and has taken 44/],
  ['dollars', { ...bounds, dollars: 0.003 }, /It may cost \$0\.00, and has cost/],
  ['time', { ...bounds, seconds: 0.001 }, /It may go on for 0s/],
] as const)
  test(`promise 25: a goal stops at its bound of ${name}, says why, and goes once more as far when it is resumed`, async (t) => {
    const again: Judged = { verdict: 'continue', reason: 'more is missing' };
    const goal = new GoalScene(t, { verdicts: new Array<Judged>(100).fill(again) }, 'alone');
    goal.set('never done', { bounds: bound });
    await goal.becomes('stopped');
    assert.match(goal.goal?.reason ?? '', taken);
    const stopped = goal.store.itemsBefore(goal.id, undefined, 1).at(-1);
    assert(stopped?.kind === 'goal_event' && stopped.event === 'stopped');
    assert.match(stopped.text, /So far: \d+ turns?, \d+ tokens/);
    if (name === 'turns') {
      assert.match(stopped.text, /The judge said last: more is missing\nThe agent said last: worked/);
      assert.equal(goal.judged.length, 2);
      goal.change('resume');
      await until(() => goal.judged.length === 4, 'two more turns');
      await goal.becomes('stopped');
    }
  });

test('a turn that fails pauses the goal, and a person who stops it does too', async (t) => {
  const gate = Promise.withResolvers<string>();
  const goal = new GoalScene(
    t,
    {
      work: (told) => {
        if (told.includes('fails')) throw new Error('no such luck');
        return gate.promise;
      },
      verdicts: [],
    },
    'alone',
  );
  goal.set('it fails');
  await goal.becomes('paused');
  assert.match(goal.goal?.reason ?? '', /The turn failed: no such luck/);
  goal.set('it hangs');
  await until(() => goal.told.length === 2, 'it works');
  goal.running.stop();
  gate.resolve('too late');
  await goal.becomes('paused');
  assert.equal(goal.goal?.reason, 'Stopped by the user.');
  assert.equal(goal.judged.length, 0);
});

test('the model sets a goal where a person asks for it, and can neither replace nor extend one', async (t) => {
  const set = (text: string) => [['goal', { action: 'set', text }]] as const;
  const goal: GoalScene = new GoalScene(
    t,
    {
      work: (told) => (told.startsWith('[GOAL') ? set('another one') : set('asked for')),
      verdicts: [
        () => {
          goal.change('pause');
          return { verdict: 'continue' };
        },
      ],
    },
    'alone',
  );
  await goal.running.send('1', 'set yourself a goal');
  await goal.becomes('paused');
  assert.equal(goal.goal?.text, 'asked for');
  assert.deepEqual(goal.goal?.bounds, bounds);
  assert.match(goal.answers[0] ?? '', /^Set\./);
  assert.match(goal.answers[1] ?? '', /this turn was not begun by one/);
  await goal.running.send('2', 'and another');
  await until(
    () => goal.told.at(-1) === 'and another' && goal.store.view(goal.id).turn === undefined,
    'it tries',
  );
  assert.match(goal.answers.at(-1) ?? '', /There is a goal already \(paused\)/);
  await goal.settles();
});

import type { Model } from '../../test/testbed/model.ts';
import type { Shown } from './shown.ts';

const GOAL = 'all tests pass';

/** A goal starts a test run, waits for it at no cost, whatever is killed, and is reached when it has rung. */
export async function showGoal(shown: Shown, model: Model): Promise<void> {
  scriptGoal(model);
  const hold = shown.holdLine('tested');
  shown.addProgram('run-tests', `#!/bin/sh\necho "testing"\n${hold}\necho "42 tests passed"\n`);
  shown.say(
    'Another agent gets a goal and starts the tests. A judge, asked after each turn, says: wait for them. It is parked.',
  );
  const begun = await shown.type(`echo '/goal ${GOAL}' | ringback chat`);
  shown.check(/◇ Goal waits for proc_[0-9a-f]{12}: the tests run/.test(begun), `it said: ${begun}`);
  const asked = model.turnsOf(GOAL).length;

  shown.say('While it waits no model is asked. Kill the daemon and the agent with SIGKILL.');
  shown.killPrograms();
  shown.release('tested');

  shown.say('The tests end and ring: the goal goes on with what they said, and the judge finds it reached.');
  const told = await shown.type('ringback chat --continue', /◇ Goal reached: .*\n/);
  shown.check(told.includes('All 42 tests passed.'), `it said: ${told}`);
  shown.check((told.match(/◇ Goal goes on/g) ?? []).length === 1, `it was woken once: ${told}`);
  const more = model.turnsOf(GOAL).length - asked;
  shown.check(more === 3, `the model was asked ${more} times instead of 3: ring, log, judge`);
}

function scriptGoal(model: Model): void {
  const judge = (verdict: object) => [{ tool: 'verdict', input: { ...verdict } }];
  const idIn = (text = '') => /(proc_[0-9a-f]{12})/.exec(text)?.[1] ?? '';
  model.script(GOAL, [
    [{ tool: 'terminal', input: { command: './run-tests', background: true } }],
    'The tests run.',
    ({ said }) =>
      judge({ verdict: 'wait', process: idIn(processesIn(said.at(-1)?.text)), reason: 'the tests run' }),
    ({ said }) => [
      { tool: 'process', input: { action: 'log', session_id: idIn(partsIn(said.at(-1)?.text)) } },
    ],
    ({ said }) => {
      const result = /(\d+) tests passed/.exec(said.at(-1)?.text ?? '')?.[1];
      return result ? `All ${result} tests passed.` : 'I was told nothing of it.';
    },
    judge({ verdict: 'done', reason: 'all 42 tests passed' }),
  ]);
}

/** What a judge is shown of processes. */
const processesIn = (text = ''): string => text.split('PROCESSES THAT RUN NOW')[1] ?? '';

/** What the ring of a barrier says about what it waited for. */
const partsIn = (text = ''): string => /proc_[0-9a-f]{12}:ended: happened/.exec(text)?.[0] ?? '';

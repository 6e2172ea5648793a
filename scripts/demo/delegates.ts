import type { Model } from '../../test/testbed/model.ts';
import { findOtherAgent } from './other-agent.ts';
import type { Shown } from './shown.ts';

const parts = ['lexer', 'parser', 'printer'] as const;

/** An agent sends three others off at once, is killed, and is told once what all of them found. */
export async function showDelegates(shown: Shown, model: Model): Promise<void> {
  const other = findOtherAgent(shown, model);
  const hold = shown.holdLine('checked');
  shown.addProgram('check', `#!/bin/sh\necho "checking the $1"\n${hold}\necho "no fault in the $1"\n`);
  scriptDelegates(model, other);
  shown.say(
    `An agent is asked for three things. It sends off three others, and sleeps: two of Ringback's own, and ${other.name}.`,
  );
  const begun = await shown.type(`echo 'have all three parts checked at once' | ringback chat`);
  shown.check(begun.includes('I go on when all three are back'), `it said: ${begun}`);
  await shown.type('ringback delegate ls');

  shown.say(
    'Kill the daemon and the agent that sent them with SIGKILL. The three do not notice, and work on.',
  );
  shown.killPrograms();
  shown.release('checked');

  shown.say(
    'When the last one is back, the agent is rung: once, with all three results. It goes on from there.',
  );
  const told = await shown.type('ringback chat --continue', /no fault in the printer\.\n/);
  shown.check(told.includes('All three are back'), `it said: ${told}`);
  const [found] = shown.ask<{ delegation_id: string; tasks: { status: string }[] }>(
    'delegate',
    'ls',
    '--all',
  );
  shown.check(
    found?.tasks.filter(({ status }) => status === 'completed').length === 3,
    `of the delegates is known: ${JSON.stringify(found)}`,
  );
  await shown.type(`ringback delegate show ${found?.delegation_id}`);
  shown.check(model.turnsOf(RESULTS).length === 1, 'the results were told once');
}

/** How what comes back from all of them begins. */
const RESULTS = 'ASYNC DELEGATION BATCH';

function scriptDelegates(model: Model, other: ReturnType<typeof findOtherAgent>): void {
  const goalOf = (part: string) => `run ./check ${part}`;
  const tasks = parts.map((part, index) => ({ goal: goalOf(part), ...(index === 1 && { to: other.to }) }));
  model.script('have all three', [
    [{ tool: 'delegate', input: { tasks } }],
    'They are off. I go on when all three are back.',
  ]);
  for (const [index, part] of parts.entries())
    model.script(goalOf(part), [
      [{ tool: index === 1 ? other.shell : 'terminal', input: { command: `./check ${part}` } }],
      ({ said }) => findingsIn(said.at(-1)?.text)[0] ?? 'It said nothing.',
    ]);
  // What is told has all the goals in it, too.
  model.script(RESULTS, [({ said }) => `All three are back: ${findingsIn(said.at(-1)?.text).join(', ')}.`]);
}

const findingsIn = (text = ''): string[] => text.match(/no fault in the \w+/g) ?? [];

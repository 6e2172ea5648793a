/**
 * `npm run demo:agent`: an agent is asked for a build, starts it, and sleeps. It and the daemon are killed with -9; when the
 * build ends, it goes on and reports. Offline: a stand-in answers for the model.
 */
import { Shown } from './demo/shown.ts';
import { startStandIn } from './demo/stand-in.ts';

const standIn = await startStandIn('./build');
const shown = new Shown({
  agentModel: 'stand-in/model',
  agentProviders: { 'stand-in': { baseUrl: standIn.url } },
});

try {
  const build = 'for part in lexer parser printer; do echo "compiling $part"; sleep 0.5; done';
  shown.addProgram('build', `#!/bin/sh\n${build}\n${shown.holdLine('built')}\necho "42 tests passed"\n`);
  shown.say('Ask the agent for a build. It starts it in the background, says so, and its turn is over.');
  const begun = await shown.type(`echo 'build it, and tell me when it is done' | ringback chat`);
  shown.check(begun.includes('I go on when it ends'), `it said: ${begun}`);
  await shown.type('ringback ls');

  shown.say('Nobody looks, and no model is asked. Kill the daemon and the agent with SIGKILL in the middle.');
  shown.killPrograms();
  shown.release('built');

  shown.say(
    'The build did not notice. It ends and rings: what was killed comes back, and the agent goes on.',
  );
  const told = await shown.type('ringback chat --continue', /tests passed\.\n/);
  shown.check(/◆ .*completed normally/.test(told), `it was told: ${told}`);
  shown.check(told.includes('The build is done: 42 tests passed.'), `it said: ${told}`);
  shown.check(standIn.requests === 3, `the model was asked ${standIn.requests} times instead of 3`);
  const runs = shown.ask('ls', '--all').length;
  shown.check(runs === 1, `it built ${runs} times`);
  shown.finish('one build, one ring, one report: nothing was lost, and nothing done twice');
} finally {
  shown.end();
  standIn.stop();
}

/**
 * `npm run demo:delegates`: an agent sends three others off, one of them Claude Code where that is installed, is killed with
 * -9, and is told what they found; then one works towards a goal, parks it on a test run, is killed, and reaches it. Offline: a stand-in answers for the model.
 */
import { Model } from '../test/testbed/model.ts';
import { showDelegates } from './demo/delegates.ts';
import { showGoal } from './demo/goal.ts';
import { Shown } from './demo/shown.ts';

const model = await Model.start();
const shown = new Shown({
  agentModel: 'stand-in/model',
  agentProviders: { 'stand-in': { baseUrl: `${model.url}/v1` } },
});

try {
  shown.say('Offline: a stand-in answers for the models. Everything else is real.');
  await showDelegates(shown, model);
  await showGoal(shown, model);
  shown.finish('three results told once, one test run waited for at no cost, and a goal that is reached');
} finally {
  shown.end();
  model.stop();
}

/**
 * `npm run demo:delegates`: an agent works towards a goal by itself, parks it on a test run, is killed with -9, and finishes.
 * Offline: a stand-in answers for the model.
 */
import { Model } from '../test/testbed/model.ts';
import { showGoal } from './demo/goal.ts';
import { Shown } from './demo/shown.ts';

const model = await Model.start();
const shown = new Shown({
  agentModel: 'stand-in/model',
  agentProviders: { 'stand-in': { baseUrl: `${model.url}/v1` } },
});

try {
  await showGoal(shown, model);
  shown.finish('one test run, one waiting, one waking: the goal is reached');
} finally {
  shown.end();
  model.stop();
}

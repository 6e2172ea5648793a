import {
  TEST_SECONDS,
  testRequest,
  type WireTestStep,
  wireEnvironmentTested,
} from '../../../wire/environment.ts';
import { route } from '../../route.ts';

export const testEnvironment = route({
  method: 'POST',
  path: '/v1/environments/:name/test',
  name: 'testEnvironment',
  summary: 'Runs a small command there, and tells step by step what worked, and which agents are there.',
  details: 'It ends with the first step that fails. In a cluster the command has to wait for its turn.',
  body: testRequest,
  answer: wireEnvironmentTested,
  errors: ['no_environment'],
  async handle({ engine, id: name, signal, body: { timeout: seconds = TEST_SECONDS } }) {
    const steps: WireTestStep[] = [];
    for await (const { isFine, ...step } of engine.environments.test(name, { seconds, signal }))
      steps.push({ ...step, is_fine: isFine });
    return { body: { is_fine: steps.every((step) => step.is_fine), steps } };
  },
});

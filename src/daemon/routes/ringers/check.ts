import type { CheckStep } from '../../../ringers/ringer.ts';
import { checkRinger, testRing } from '../../../ringers/test-ring.ts';
import { TEST_RING_SECONDS, testRingRequest, wireChecked } from '../../../wire/ringer.ts';
import { sessionRequest } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const checkOneRinger = route({
  method: 'POST',
  path: '/v1/ringers/check',
  name: 'checkRinger',
  summary: 'Looks at everything that a ring needs, without giving anybody a turn.',
  body: sessionRequest,
  answer: wireChecked,
  errors: ['not_found'],
  async handle({ switchboard, signal, body }) {
    return { body: toChecked(await checkRinger(switchboard, body.session_key, signal)) };
  },
});

export const testRinger = route({
  method: 'POST',
  path: '/v1/ringers/test',
  name: 'testRinger',
  summary: 'Rings the session with a text that says that it is a test, and tells what became of it.',
  details:
    'One that does not arrive in time is dismissed. Not to be repeated: a second one is a second turn.',
  body: testRingRequest,
  answer: wireChecked,
  errors: ['not_found'],
  async handle({
    switchboard,
    notifier,
    signal,
    body: { session_key: session, timeout = TEST_RING_SECONDS },
  }) {
    const steps = await testRing(switchboard, notifier, { session, seconds: timeout }, signal);
    return { body: toChecked(steps) };
  },
});

function toChecked(steps: readonly CheckStep[]) {
  return {
    is_fine: steps.every((step) => step.isFine),
    steps: steps.map(({ name, isFine, detail }) => ({ name, is_fine: isFine, detail })),
  };
}

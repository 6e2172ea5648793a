import type { Descriptions } from '../description.ts';
import { done } from '../schemas/daemon.ts';
import * as schema from '../schemas/ringer.ts';

/** How sessions are rung. */
export const ringerDescriptions: Descriptions = {
  'GET /v1/ringers': {
    name: 'listRingers',
    summary: 'Lists which session is rung how, what is still to be told there, and what was given up.',
    answer: schema.ringers,
  },
  'GET /v1/ringers/kinds': {
    name: 'listRingerKinds',
    summary: 'Lists the kinds of ringers, each with the JSON Schema of its settings.',
    answer: schema.kinds,
  },
  'POST /v1/ringers': {
    name: 'setRinger',
    summary: 'Lets a session be rung like this from now on. It wins over the configuration.',
    details: 'With other settings than before, what was given up is tried again.',
    status: 201,
    answer: schema.ringer,
  },
  'POST /v1/ringers/remove': {
    name: 'removeRinger',
    summary: 'Lets a session not be rung any more. What is still to be told waits for another way.',
    answer: done,
    errors: ['not_found'],
  },
  'POST /v1/ringers/check': {
    name: 'checkRinger',
    summary: 'Looks at everything that a ring needs, without giving anybody a turn.',
    answer: schema.checked,
    errors: ['not_found'],
  },
  'POST /v1/ringers/test': {
    name: 'testRinger',
    summary: 'Rings the session with a text that says that it is a test, and tells what became of it.',
    details:
      'One that does not arrive in time is dismissed. Not to be repeated: a second one is a second turn.',
    answer: schema.checked,
    errors: ['not_found'],
  },
  'POST /v1/ringers/retry': {
    name: 'retryRings',
    summary: 'Tries at once what waits, and again what was given up.',
    answer: schema.retried,
    errors: ['not_found'],
  },
};

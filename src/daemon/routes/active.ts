import { RingbackError } from '../../base/errors.ts';
import { activeQuery, wireActive } from '../../wire/daemon.ts';
import { route } from '../route.ts';

export const active = route({
  method: 'GET',
  path: '/v1/active',
  name: 'isActive',
  summary:
    'Tells whether something is active: at all, so that the host must not sleep, or of a task or session.',
  details:
    'At all: something runs or is queued, a turn is under way, or a notification is undelivered. Of a session: the same of it, or a wake-up of it that does not repeat is to come: do not reset it. Of a task: something of it runs. A process that is older than `max_age` no longer counts for its session.',
  query: activeQuery,
  answer: wireActive,
  async handle({ active: whatIsActive, wakeUps, query: { session_key: session, task, max_age } }) {
    if (max_age !== undefined && session === undefined)
      throw new RingbackError('bad_request', '"max_age" goes with "session_key".');
    const ignoreOlderThanMs = max_age === undefined ? undefined : max_age * 1000;
    const kept_awake_by = await whatIsActive({ session, task, ignoreOlderThanMs });
    const { nextAt } = wakeUps;
    const next_at = nextAt === undefined ? null : new Date(nextAt).toISOString();
    return { body: { active: kept_awake_by.length > 0, kept_awake_by, next_at } };
  },
});
